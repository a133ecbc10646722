import { Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '../readBody.ts';
import { asCaller, type Caller } from '../caller.ts';
import { type StorageContext } from '../context.ts';
import { noSuchKey } from '../errors.ts';
import { imageTransformSchema } from '../imageTransform.ts';
import { findObject } from '../objects.ts';
import { serveFile } from '../serveFile.ts';
import { assertUploadPermitted, checkKey, upload } from '../upload.ts';

/** Long enough for a download to begin, and too short for a link that was passed on. */
const maxLinkSeconds = 15 * 60;
const signManyBody = z.object({ expiresIn: z.int().min(1).max(maxLinkSeconds), paths: z.array(z.string()).min(1).max(1000) });
const signBody = z.object({ expiresIn: z.int().min(1).max(maxLinkSeconds), transform: imageTransformSchema.optional() });

/**
 * `/object/sign` and `/object/upload/sign`: URLs for one use of one file, for minutes and no longer than the person who requested them may
 * read or upload it.
 */
export function signedRoutes(context: StorageContext): Hono {
  const { pool, tokens, files } = context;

  const signRead = async (
    caller: Caller,
    bucket: string,
    name: string,
    { expiresIn, transform }: z.infer<typeof signBody>,
  ): Promise<string | null> => {
    const visible = await asCaller(pool, caller, (db) => findObject(db, bucket, name));
    if (!visible) return null;
    const token = await tokens.sign('read', `${bucket}/${name}`, expiresIn, caller, transform ? { transform } : {});
    return `/${transform ? 'render/image' : 'object'}/sign/${bucket}/${name}?token=${token}`;
  };

  return new Hono()
    .post('/object/upload/sign/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const caller = await tokens.readCaller(c.req.raw);
      const replace = c.req.header('x-upsert') === 'true';
      checkKey(name);
      await assertUploadPermitted(context, { bucket, name, caller, shouldReplace: replace });
      const token = await tokens.sign('upload', `${bucket}/${name}`, maxLinkSeconds, caller, { replace });
      return c.json({ url: `/object/upload/sign/${bucket}/${encodeURI(name)}?token=${token}`, token });
    })
    .put('/object/upload/sign/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const { caller, details } = await tokens.readSigned(c.req.query('token') ?? '', 'upload', `${bucket}/${name}`);
      const { Key } = await upload(context, { bucket, name, caller, shouldReplace: details['replace'] === true, request: c.req.raw });
      return c.json({ Key });
    })
    .post('/object/sign/:bucket', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const { expiresIn, paths } = await readBody(c.req.raw, signManyBody);
      const links = await Promise.all(
        paths.map(async (path) => {
          const signedURL = await signRead(caller, c.req.param('bucket'), path, { expiresIn });
          return { path, signedURL, error: signedURL ? null : 'Either the object does not exist or you do not have access to it' };
        }),
      );
      return c.json(links);
    })
    .post('/object/sign/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const caller = await tokens.readCaller(c.req.raw);
      const signedURL = await signRead(caller, bucket, name, await readBody(c.req.raw, signBody));
      if (!signedURL) throw noSuchKey();
      return c.json({ signedURL });
    })
    .get('/object/sign/:bucket/:name{.+}', async (c) => {
      const { bucket, name } = c.req.param();
      const { caller } = await tokens.readSigned(c.req.query('token') ?? '', 'read', `${bucket}/${name}`);
      // Asked again: the person who requested the link may have signed out since, or lost the right to the file.
      const object = await asCaller(pool, caller, (db) => findObject(db, bucket, name));
      if (!object) throw noSuchKey();
      return serveFile(c.req.raw, files, object, 'private');
    });
}
