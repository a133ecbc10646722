import { Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '../readBody.ts';
import { asCaller, assumeRole, transaction } from '../caller.ts';
import { type StorageContext } from '../context.ts';
import { noSuchBucket, StorageError } from '../errors.ts';
import { deleteObjects, findBucket, listBuckets } from '../objects.ts';

const bytesPerUnit: Record<string, number> = { b: 1, kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 };
const bytes = z.union([
  z.int().min(0),
  z.string().transform((text, context) => {
    const [, count = '', unit = 'b'] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?i?b)?\s*$/i.exec(text) ?? [];
    if (count !== '') return Math.floor(Number(count) * (bytesPerUnit[unit.toLowerCase()] ?? 1));
    context.addIssue({ code: 'custom', message: 'must be a number of bytes such as 5MB' });
    return z.NEVER;
  }),
]);
const bucketBody = z.object({
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(100).optional(),
  public: z.boolean().optional(),
  file_size_limit: bytes.nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
});

/** `/bucket`: row-level security reserves buckets for the service role. */
export function bucketRoutes({ pool, tokens, files }: StorageContext): Hono {
  return new Hono()
    .get('/bucket', async (c) => {
      if (!c.req.header('authorization') && !c.req.header('apikey'))
        throw new StorageError(400, 'InvalidJWT', 'Invalid Compact JWS', '403');
      return c.json(await asCaller(pool, await tokens.readCaller(c.req.raw), listBuckets));
    })
    .get('/bucket/:id', async (c) =>
      c.json(await asCaller(pool, await tokens.readCaller(c.req.raw), (db) => findBucket(db, c.req.param('id')))),
    )
    .post('/bucket', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const body = await readBody(c.req.raw, bucketBody);
      const id = body.id ?? body.name;
      if (!id) throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid');
      await asCaller(pool, caller, (db) =>
        db.query('insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $2, $3, $4, $5)', [
          id,
          body.name ?? id,
          body.public ?? false,
          body.file_size_limit ?? null,
          body.allowed_mime_types ?? null,
        ]),
      );
      return c.json({ name: id });
    })
    .put('/bucket/:id', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const body = await readBody(c.req.raw, bucketBody);
      const changes = Object.entries({
        public: body.public,
        file_size_limit: body.file_size_limit,
        allowed_mime_types: body.allowed_mime_types,
      }).filter(([, value]) => value !== undefined);
      const set = ['updated_at = now()', ...changes.map(([column], index) => `${column} = $${index + 2}`)];
      await asCaller(pool, caller, async (db) => {
        const { rowCount } = await db.query(`update storage.buckets set ${set.join(', ')} where id = $1`, [
          c.req.param('id'),
          ...changes.map(([, value]) => value),
        ]);
        if (rowCount === 0) throw noSuchBucket();
      });
      return c.json({ message: 'Successfully updated' });
    })
    .post('/bucket/:id/empty', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      const removed = await asCaller(pool, caller, async (db) => {
        await findBucket(db, c.req.param('id'));
        const { rows } = await db.query<{ name: string }>('select name from storage.objects where bucket_id = $1', [c.req.param('id')]);
        return deleteObjects(
          db,
          c.req.param('id'),
          rows.map(({ name }) => name),
        );
      });
      await files.remove(removed.map(({ version }) => version));
      return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
    })
    .delete('/bucket/:id', async (c) => {
      const caller = await tokens.readCaller(c.req.raw);
      await transaction(pool, async (db) => {
        const { rowCount: filled } = await db.query('select from storage.objects where bucket_id = $1 limit 1', [c.req.param('id')]);
        await assumeRole(db, caller);
        await findBucket(db, c.req.param('id'));
        if (filled) throw new StorageError(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty');
        await db.query('delete from storage.buckets where id = $1', [c.req.param('id')]);
      });
      return c.json({ message: 'Successfully deleted' });
    });
}
