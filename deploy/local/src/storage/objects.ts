import { randomUUID } from 'node:crypto';
import { type ClientBase, type Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import { noSuchBucket } from './errors.ts';
import { type Caller } from './caller.ts';
import { type StoredFile } from './files.ts';

const metadataSchema = z.looseObject({
  eTag: z.string().catch(''),
  size: z.number().catch(0),
  mimetype: z.string().catch('application/octet-stream'),
  cacheControl: z.string().catch('no-cache'),
});

const objectRow = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  last_accessed_at: z.date().nullable(),
  metadata: metadataSchema.nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
});
export type ObjectRow = z.infer<typeof objectRow>;

const bucketRow = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  public: z.boolean(),
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.date(),
  updated_at: z.date(),
});
export type BucketRow = z.infer<typeof bucketRow>;

type Db = Pool | PoolClient;

/** Finds a bucket with the connection's own role. Throws 404 when there is none. */
export async function findBucket(db: Db, id: string): Promise<BucketRow> {
  const { rows } = await db.query('select * from storage.buckets where id = $1', [id]);
  if (!rows[0]) throw noSuchBucket();
  return bucketRow.parse(rows[0]);
}

export async function listBuckets(db: Db): Promise<BucketRow[]> {
  const { rows } = await db.query('select * from storage.buckets order by name');
  return rows.map((row) => bucketRow.parse(row));
}

/** The object, if the connection's role may see it. */
export async function findObject(db: Db, bucket: string, name: string): Promise<ObjectRow | null> {
  const { rows } = await db.query('select * from storage.objects where bucket_id = $1 and name = $2', [bucket, name]);
  return rows[0] ? objectRow.parse(rows[0]) : null;
}

/** Whether a public object is kept from visitors. */
export const isHidden = ({ user_metadata: metadata }: Pick<ObjectRow, 'user_metadata'>) => metadata?.['hidden'] === true;

/** Locks the object's row and returns its current version; null when there is no such object. */
export async function lockVersion(db: PoolClient, bucket: string, name: string): Promise<string | null> {
  const { rows } = await db.query<{ version: string | null }>(
    'select version from storage.objects where bucket_id = $1 and name = $2 for update',
    [bucket, name],
  );
  return rows[0]?.version ?? null;
}

export type NewObject = {
  bucket: string;
  name: string;
  caller: Caller;
  version: string;
  metadata: Record<string, unknown>;
  userMetadata: Record<string, unknown> | null;
  shouldReplace: boolean;
};

const replacing = `on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
  user_metadata = nullif(coalesce(excluded.user_metadata, '{}')
    || case when objects.user_metadata ? 'hidden' then jsonb_build_object('hidden', objects.user_metadata -> 'hidden') else '{}' end, '{}'),
  owner = excluded.owner, owner_id = excluded.owner_id`;

/** Inserts or replaces the object; one that is hidden stays so. Does not read the row back, because inserting does not require permission to select. */
export async function saveObject(
  db: ClientBase,
  { bucket, name, caller, version, metadata, userMetadata, shouldReplace }: NewObject,
): Promise<void> {
  const owner = caller.claims.sub ?? null;
  await db.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata) values ($1, $2, $3, $4::uuid, $4::text, $5, $6, $7)
     ${shouldReplace ? replacing : ''}`,
    [randomUUID(), bucket, name, owner, version, metadata, userMetadata],
  );
}

/** Metadata of a stored file, as Supabase Storage writes it. */
export function fileMetadata(
  { size, etag }: Pick<StoredFile, 'size' | 'etag'>,
  { type, now }: { type: string; now: Date },
): Record<string, unknown> {
  const lastModified = now.toISOString();
  return { eTag: etag, size, mimetype: type, cacheControl: 'no-cache', lastModified, contentLength: size, httpStatusCode: 200 };
}

/** Deletes the objects that the role may delete and returns them. */
export async function deleteObjects(db: Db, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  const { rows } = await db.query('delete from storage.objects where bucket_id = $1 and name = any ($2) returning *', [bucket, names]);
  return rows.map((row) => objectRow.parse(row));
}

/** Moves an object to another name or bucket; returns whether it existed. */
export async function renameObject(db: Db, from: { bucket: string; name: string }, to: { bucket: string; name: string }): Promise<boolean> {
  const { rowCount } = await db.query('update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2', [
    from.bucket,
    from.name,
    to.bucket,
    to.name,
  ]);
  return rowCount === 1;
}
