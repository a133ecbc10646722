import { Hono } from 'hono';
import { fileHeaderBytes, readFileHeader } from '@masomo/domain/mediaFileType';
import { type PoolClient } from 'pg';
import { asCaller } from '../caller.ts';
import { type StorageContext } from '../context.ts';
import { type Files } from '../files.ts';
import { invalidRequest, noSuchKey } from '../errors.ts';
import { findBucket, findObject, isHidden, type ObjectRow } from '../objects.ts';
import { serveFile } from '../serveFile.ts';
import { imageTransform, transformations, type ImageTransform } from '../imageTransform.ts';

/** Smaller copies are beside an image: `media/a-480.webp` is that of `media/a.jpg`, 480 pixels wide. */
async function findCopy(db: PoolClient, { bucket_id: bucket, name }: ObjectRow, width: number): Promise<ObjectRow | null> {
  const stem = name.replace(/\.[^./]*$/, '');
  const { rows } = await db.query<{ name: string }>('select name from storage.objects where bucket_id = $1 and starts_with(name, $2)', [
    bucket,
    `${stem}-`,
  ]);
  const copies = rows
    .map((row) => ({ name: row.name, width: Number(/^-(\d{1,5})\.\w{1,8}$/.exec(row.name.slice(stem.length))?.[1] ?? Number.NaN) }))
    .filter((copy) => copy.width >= width)
    .sort((a, b) => a.width - b.width);
  return copies[0] ? findObject(db, bucket, copies[0].name) : null;
}

/** The type of an image by its first bytes: Supabase's client sends a buffer as text. */
async function imageTypeOf(files: Files, { version, metadata }: ObjectRow): Promise<string | undefined> {
  if (metadata?.mimetype.startsWith('image/')) return metadata.mimetype;
  if (!version || !metadata?.size) return undefined;
  const head = await new Response(files.read(version, { start: 0, end: Math.min(metadata.size, fileHeaderBytes) - 1 })).arrayBuffer();
  const found = readFileHeader(new Uint8Array(head))?.type;
  return found?.startsWith('image/') && found !== 'image/svg+xml' ? found : undefined;
}

/** `/render/image`: an image in the kept size that is next to the wanted one. Nothing is computed, so nobody can keep this machine busy with it. */
export function imageRoutes({ pool, tokens, files }: StorageContext): Hono {
  async function serve(
    request: Request,
    db: PoolClient,
    object: ObjectRow | null,
    transform: ImageTransform,
    visibility: 'public' | 'private',
  ) {
    if (!object?.metadata) throw noSuchKey();
    const mimetype = await imageTypeOf(files, object);
    if (!mimetype) throw invalidRequest('Only images can be transformed');
    const copy = transform.width === undefined ? null : await findCopy(db, object, transform.width);
    const response = serveFile(request, files, copy ?? { ...object, metadata: { ...object.metadata, mimetype } }, visibility);
    response.headers.set('x-transformations', transformations(transform));
    return response;
  }
  return new Hono()
    .get('/render/image/public/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const transform = imageTransform(c.req.query());
      const client = await pool.connect();
      try {
        const object = (await findBucket(client, bucket)).public ? await findObject(client, bucket, name) : null;
        return await serve(c.req.raw, client, object && !isHidden(object) ? object : null, transform, 'public');
      } finally {
        client.release();
      }
    })
    .get('/render/image/authenticated/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const transform = imageTransform(c.req.query());
      return asCaller(pool, await tokens.readCaller(c.req.raw), async (db) =>
        serve(c.req.raw, db, await findObject(db, bucket, name), transform, 'private'),
      );
    })
    .get('/render/image/sign/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const { caller, details } = await tokens.readSigned(c.req.query('token') ?? '', 'read', `${bucket}/${name}`);
      const transform = imageTransform(typeof details['transform'] === 'object' ? { ...details['transform'] } : {});
      return asCaller(pool, caller, async (db) => serve(c.req.raw, db, await findObject(db, bucket, name), transform, 'private'));
    });
}
