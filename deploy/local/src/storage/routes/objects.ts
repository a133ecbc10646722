import { Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '../readBody.ts';
import { asCaller, type Caller } from '../caller.ts';
import { type StorageContext } from '../context.ts';
import { noSuchKey } from '../errors.ts';
import { deleteObjects, findBucket, findObject, isHidden, renameObject, saveObject, type ObjectRow } from '../objects.ts';
import { listObjects, listSchema } from '../listObjects.ts';
import { listObjectsV2, listV2Schema } from '../listObjectsV2.ts';
import { serveFile } from '../serveFile.ts';
import { checkKey, upload } from '../upload.ts';

const transfer = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});
const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

const infoJson = ({ id, name, bucket_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at }: ObjectRow) => ({
  id,
  name,
  bucket_id,
  version,
  size: metadata?.size,
  content_type: metadata?.mimetype,
  cache_control: metadata?.cacheControl,
  etag: metadata?.eTag,
  metadata: user_metadata ?? {},
  created_at,
  last_modified: updated_at,
  last_accessed_at,
});

/** Reading objects: public buckets for everyone, the others by row-level security. */
function readRoutes({ pool, tokens, files }: StorageContext): Hono {
  async function findVisible(request: Request, bucket: string, name: string): Promise<ObjectRow> {
    const caller = await tokens.readCaller(request);
    const object = await asCaller(pool, caller, (db) => findObject(db, bucket, name));
    if (!object) throw noSuchKey();
    return object;
  }
  async function findPublic(bucket: string, name: string): Promise<ObjectRow> {
    const isPublic = (await findBucket(pool, bucket)).public;
    const object = isPublic ? await findObject(pool, bucket, name) : null;
    if (!object || isHidden(object)) throw noSuchKey();
    return object;
  }
  return new Hono()
    .get('/object/public/:bucket/:name{.+}', async (c) =>
      serveFile(c.req.raw, files, await findPublic(c.req.param('bucket'), c.req.param('name')), 'public'),
    )
    .get('/object/info/public/:bucket/:name{.+}', async (c) =>
      c.json(infoJson(await findPublic(c.req.param('bucket'), c.req.param('name')))),
    )
    .get('/object/info/authenticated/:bucket/:name{.+}', async (c) =>
      c.json(infoJson(await findVisible(c.req.raw, c.req.param('bucket'), c.req.param('name')))),
    )
    .get('/object/info/:bucket/:name{.+}', async (c) =>
      c.json(infoJson(await findVisible(c.req.raw, c.req.param('bucket'), c.req.param('name')))),
    )
    .get('/object/authenticated/:bucket/:name{.+}', async (c) =>
      serveFile(c.req.raw, files, await findVisible(c.req.raw, c.req.param('bucket'), c.req.param('name')), 'private'),
    )
    .get('/object/:bucket/:name{.+}', async (c) =>
      serveFile(c.req.raw, files, await findVisible(c.req.raw, c.req.param('bucket'), c.req.param('name')), 'private'),
    );
}

async function copyObject(
  { pool, files }: StorageContext,
  caller: Caller,
  from: { bucket: string; name: string },
  to: { bucket: string; name: string },
): Promise<string> {
  const source = await asCaller(pool, caller, (db) => findObject(db, from.bucket, from.name));
  if (!source?.version) throw noSuchKey();
  const version = await files.copy(source.version);
  try {
    await asCaller(pool, caller, (db) =>
      saveObject(db, { ...to, caller, version, metadata: source.metadata ?? {}, userMetadata: source.user_metadata, shouldReplace: false }),
    );
  } catch (error) {
    await files.remove([version]);
    throw error;
  }
  return version;
}

/** `/object`: uploads, lists, moves, copies and deletes files. Specific paths come before those with a bucket parameter. */
export function objectRoutes(context: StorageContext): Hono {
  const { pool, tokens, files } = context;
  const remove = async (request: Request, bucket: string, names: string[]): Promise<ObjectRow[]> => {
    const caller = await tokens.readCaller(request);
    const removed = await asCaller(pool, caller, (db) => deleteObjects(db, bucket, names));
    await files.remove(removed.map(({ version }) => version));
    return removed;
  };
  const put = async (request: Request, bucket: string, name: string, replace: boolean) =>
    upload(context, { bucket, name, caller: await tokens.readCaller(request), shouldReplace: replace, request });

  return new Hono()
    .route('/', readRoutes(context))
    .post('/object/list/:bucket', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const request = await readBody(c.req.raw, listSchema);
      return c.json(await asCaller(pool, caller, (db) => listObjects(db, c.req.param('bucket'), request)));
    })
    .post('/object/list-v2/:bucket', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const request = await readBody(c.req.raw, listV2Schema);
      return c.json(await asCaller(pool, caller, (db) => listObjectsV2(db, c.req.param('bucket'), request)));
    })
    .post('/object/move', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const { bucketId, sourceKey, destinationKey, destinationBucket } = await readBody(c.req.raw, transfer);
      checkKey(destinationKey);
      const moved = await asCaller(pool, caller, (db) =>
        renameObject(db, { bucket: bucketId, name: sourceKey }, { bucket: destinationBucket ?? bucketId, name: destinationKey }),
      );
      if (!moved) throw noSuchKey();
      return c.json({ message: 'Successfully moved' });
    })
    .post('/object/copy', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const { bucketId, sourceKey, destinationKey, destinationBucket } = await readBody(c.req.raw, transfer);
      checkKey(destinationKey);
      const bucket = destinationBucket ?? bucketId;
      const Id = await copyObject(context, caller, { bucket: bucketId, name: sourceKey }, { bucket, name: destinationKey });
      return c.json({ Id, Key: `${bucket}/${destinationKey}` });
    })
    .post('/object/:bucket/:name{.+}', async (c) =>
      c.json(await put(c.req.raw, c.req.param('bucket'), c.req.param('name'), c.req.header('x-upsert') === 'true')),
    )
    .put('/object/:bucket/:name{.+}', async (c) => c.json(await put(c.req.raw, c.req.param('bucket'), c.req.param('name'), true)))
    .delete('/object/:bucket', async (c) => {
      const { prefixes } = await readBody(c.req.raw, removal);
      return c.json(await remove(c.req.raw, c.req.param('bucket'), prefixes));
    })
    .delete('/object/:bucket/:name{.+}', async (c) => {
      const removed = await remove(c.req.raw, c.req.param('bucket'), [c.req.param('name')]);
      if (removed.length === 0) throw noSuchKey();
      return c.json({ message: 'Successfully deleted' });
    });
}
