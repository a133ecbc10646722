import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createClient } from '@supabase/supabase-js';
import type pg from 'pg';
import { z } from 'zod';

/** The Supabase project that receives the files. */
export type Project = { url: string; secretKey: string };
export type FileCount = { files: number; bytes: number; uploaded: number };

const storedObjectSchema = z.object({
  bucket_id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  metadata: z.object({ mimetype: z.string().optional(), cacheControl: z.string().optional(), size: z.number().optional() }).nullable(),
});
type StoredObject = z.infer<typeof storedObjectSchema>;

const uploadConcurrency = 4;
const keyOf = ({ bucket_id, name }: Pick<StoredObject, 'bucket_id' | 'name'>) => `${bucket_id}/${name}`;

export async function listObjects(client: pg.ClientBase): Promise<StoredObject[]> {
  const { rows } = await client.query('select bucket_id, name, version, metadata from storage.objects order by 1, 2');
  return z.array(storedObjectSchema).parse(rows);
}

async function fileDigest(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

/** Checks that every object's file exists with the size in its row. Throws one line that names the first that does not. */
export async function verifyFiles(objects: readonly StoredObject[], folder: string): Promise<FileCount> {
  let bytes = 0;
  for (const object of objects) {
    const content = await readFile(filePath(folder, object)).catch(() => null);
    if (!content || (object.metadata?.size !== undefined && object.metadata.size !== content.length))
      throw new Error(`The file of ${keyOf(object)} is ${content ? 'incomplete' : 'missing'} in ${folder}. Nothing was moved.`);
    bytes += content.length;
  }
  return { files: objects.length, bytes, uploaded: 0 };
}

const filePath = (folder: string, { version }: StoredObject) => path.join(folder, (version ?? '').slice(0, 2), version ?? '');

/**
 * Uploads every file and downloads it again to compare the SHA-256. A file that an interrupted move already uploaded is not
 * sent again.
 */
export async function copyFiles(
  objects: readonly StoredObject[],
  uploaded: ReadonlySet<string>,
  folder: string,
  { url, secretKey }: Project,
  log: (line: string) => void,
): Promise<FileCount> {
  const { storage } = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
  const count: FileCount = { files: 0, bytes: 0, uploaded: 0 };

  async function remoteDigest(object: StoredObject): Promise<string | null> {
    const { data } = await storage.from(object.bucket_id).download(object.name);
    return data
      ? createHash('sha256')
          .update(Buffer.from(await data.arrayBuffer()))
          .digest('hex')
      : null;
  }

  async function copyOne(object: StoredObject): Promise<void> {
    const file = filePath(folder, object);
    const digest = await fileDigest(file);
    const content = await readFile(file);
    if (!uploaded.has(keyOf(object)) || (await remoteDigest(object)) !== digest) {
      const { error } = await storage.from(object.bucket_id).upload(object.name, content, {
        upsert: true,
        contentType: object.metadata?.mimetype ?? 'application/octet-stream',
        cacheControl: /max-age=(\d+)/.exec(object.metadata?.cacheControl ?? '')?.[1] ?? '3600',
      });
      if (error)
        throw new Error(
          `${keyOf(object)} was not stored in the project: ${error.message}. Run the move again: it continues with this file.`,
        );
      if ((await remoteDigest(object)) !== digest) throw new Error(`${keyOf(object)} changed during the upload. Run the move again.`);
      count.uploaded += 1;
    }
    count.files += 1;
    count.bytes += content.length;
    if (count.files % 100 === 0) log(`${count.files} of ${objects.length} files`);
  }

  const queue = [...objects];
  await Promise.all(
    Array.from({ length: uploadConcurrency }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await copyOne(next);
    }),
  );
  return count;
}

/** Sets owner, times and user metadata of the uploaded objects, within the target's open transaction. */
export async function copyObjectMetadata(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query<{ described: string }>(
    "select coalesce(json_agg(json_build_object('bucket_id', bucket_id, 'name', name, 'owner', owner, 'owner_id', owner_id, 'user_metadata', user_metadata, 'created_at', created_at, 'updated_at', updated_at)), '[]')::text as described from storage.objects",
  );
  await target.query(
    `update storage.objects o set owner = d.owner, owner_id = d.owner_id, user_metadata = d.user_metadata, created_at = d.created_at, updated_at = d.updated_at
     from json_to_recordset($1::json) as d (bucket_id text, name text, owner uuid, owner_id text, user_metadata jsonb, created_at timestamptz, updated_at timestamptz)
     where o.bucket_id = d.bucket_id and o.name = d.name`,
    [rows[0]?.described ?? '[]'],
  );
}
