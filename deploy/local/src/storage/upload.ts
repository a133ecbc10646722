import { randomUUID } from 'node:crypto';
import { type Pool } from 'pg';
import { z } from 'zod';
import { checkContent } from './checkContent.ts';
import { parseMediaType } from './mediaType.ts';
import { assertPermitted, assumeRole, transaction, type Caller } from './caller.ts';
import { invalidRequest, StorageError, tooLarge } from './errors.ts';
import { type Files } from './files.ts';
import { type VirusScan } from './virusScan.ts';
import { fileMetadata, findBucket, lockVersion, saveObject, type BucketRow } from './objects.ts';

/** Object names that Supabase Storage accepts. */
const validKey = /^(?:\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)+$/;
/** Allowance for the form fields around the file. */
const formOverheadBytes = 64 * 1024;

export function checkKey(name: string): void {
  if (!validKey.test(name) || name.length > 1024 || name.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new StorageError(400, 'InvalidKey', `Invalid key: ${name}`);
  }
}

type Content = {
  body: ReadableStream<Uint8Array> | null;
  type: string;
  userMetadata: Record<string, unknown> | null;
};

/** Supabase's client writes `undefined` where its caller named no type. */
const declaredType = (type: string) => (type === '' || type === 'undefined' ? 'application/octet-stream' : type);

const json = z.record(z.string(), z.unknown());

function parseMetadata(text: string | null): Record<string, unknown> | null {
  if (!text) return null;
  try {
    // Whether visitors see a file is decided in the media library, not by its upload.
    const { hidden: _hidden, ...metadata } = json.parse(JSON.parse(text));
    return metadata;
  } catch {
    throw invalidRequest('The metadata of the file is not a JSON object');
  }
}

/** Reads the file of a request, sent as a form or as the raw body. */
async function readContent(request: Request): Promise<Content> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const encoded = request.headers.get('x-metadata');
    return {
      body: request.body,
      type: declaredType(type),
      userMetadata: parseMetadata(encoded ? Buffer.from(encoded, 'base64').toString('utf8') : null),
    };
  }
  const form = await request.formData().catch(() => {
    throw invalidRequest('The form of the upload cannot be read');
  });
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw invalidRequest('The upload has no file');
  const text = (name: string) => z.string().nullable().catch(null).parse(form.get(name));
  return {
    body: file.stream(),
    type: declaredType(file.type),
    userMetadata: parseMetadata(text('metadata')),
  };
}

function checkType(bucket: BucketRow, bare: string): void {
  const allowed = bucket.allowed_mime_types;
  if (!allowed || allowed.length === 0) return;
  if (
    !allowed.some((pattern) => pattern === bare || pattern === '*/*' || (pattern.endsWith('/*') && bare.startsWith(pattern.slice(0, -1))))
  ) {
    throw new StorageError(400, 'invalid_mime_type', `mime type ${bare} is not supported`, '415');
  }
}

export type Upload = { bucket: string; name: string; caller: Caller; shouldReplace: boolean; request: Request };
type Store = { pool: Pool; files: Files; now: () => Date; maxFileBytes: number; scan: VirusScan | null };

/** Throws unless the caller is permitted to store the file; called before the body is read. */
export function assertUploadPermitted(
  { pool }: Pick<Store, 'pool'>,
  { bucket, name, caller, shouldReplace }: Omit<Upload, 'request'>,
): Promise<void> {
  return assertPermitted(pool, caller, (db) =>
    saveObject(db, { bucket, name, caller, shouldReplace, version: randomUUID(), metadata: {}, userMetadata: null }),
  );
}

/** Stores the file and then its row, with the caller's role. A replaced file is deleted after the row is committed. */
export async function upload(
  { pool, files, now, maxFileBytes, scan }: Store,
  { bucket: id, name, caller, shouldReplace, request }: Upload,
): Promise<{ Id: string; Key: string }> {
  checkKey(name);
  const bucket = await findBucket(pool, id);
  const limit = Math.min(bucket.file_size_limit ?? maxFileBytes, maxFileBytes);
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  if (declaredBytes > limit + formOverheadBytes) throw tooLarge();
  await assertUploadPermitted({ pool }, { bucket: id, name, caller, shouldReplace });
  const content = await readContent(request);
  const type = parseMediaType(content.type);
  checkType(bucket, type.bare);
  const file = await files.write(content.body, limit);
  try {
    await checkContent(files, file, { bucket: id, type: type.bare });
    if (file.size > 0) await scan?.(files.read(file.version));
    const previous = await transaction(pool, async (db) => {
      const current = await lockVersion(db, id, name);
      await assumeRole(db, caller);
      const metadata = fileMetadata(file, { type: type.full, now: now() });
      await saveObject(db, {
        bucket: id,
        name,
        caller,
        shouldReplace,
        version: file.version,
        metadata,
        userMetadata: content.userMetadata,
      });
      return current;
    });
    await files.remove([previous]);
  } catch (error) {
    await files.remove([file.version]);
    throw error;
  }
  const { rows } = await pool.query<{ id: string }>('select id from storage.objects where bucket_id = $1 and name = $2', [id, name]);
  return { Id: rows[0]?.id ?? file.version, Key: `${id}/${name}` };
}
