import { type PoolClient } from 'pg';
import { z } from 'zod';
import { invalidRequest } from './errors.ts';

/** Body of a list request of the second version. */
export const listV2Schema = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.int().min(1).max(1000).default(1000),
  cursor: z.string().max(4096).nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(['name', 'created_at', 'updated_at']).default('name'), order: z.enum(['asc', 'desc']).default('asc') })
    .prefault({}),
});
type ListV2Request = z.infer<typeof listV2Schema>;

const cursorSchema = z.tuple([z.string(), z.string()]);
type Cursor = z.infer<typeof cursorSchema>;

function readCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw invalidRequest('body/cursor is not a cursor of this list');
  }
}

type Row = { key: string; is_folder: boolean; sorted_by: string; object: Record<string, unknown> };

/** What a bucket has below a prefix, in pages: all objects, or with a delimiter the folders and objects of one level. */
export async function listObjectsV2(
  db: PoolClient,
  bucket: string,
  { prefix, limit, cursor, with_delimiter: byFolder, sortBy: { column, order } }: ListV2Request,
): Promise<Record<string, unknown>> {
  const [sortedBy, key] = cursor ? readCursor(cursor) : [null, null];
  const direction = order === 'asc' ? '>' : '<';
  const sortedColumn = column === 'name' ? 'key' : `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
  const { rows } = await db.query<Row>(
    `with below as (
       select *, position('/' in substr(name, length($2) + 1)) as slash from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select distinct on (key) case when $3 and slash > 0 then left(name, length($2) + slash) else name end collate "C" as key,
         $3 and slash > 0 as is_folder, created_at, updated_at,
         jsonb_build_object('id', id, 'name', name, 'key', name, 'created_at', created_at, 'updated_at', updated_at,
           'last_accessed_at', last_accessed_at, 'metadata', metadata) as object
       from below order by key
     ), sorted as (select *, ${sortedColumn} collate "C" as sorted_by from entries)
     select key, is_folder, sorted_by, object from sorted
     where $4::text is null or (sorted_by, key) ${direction} ($4::text collate "C", $5::text collate "C")
     order by sorted_by ${order}, key ${order} limit $6`,
    [bucket, prefix, byFolder, sortedBy, key, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  return {
    hasNext,
    ...(hasNext && last ? { nextCursor: Buffer.from(JSON.stringify([last.sorted_by, last.key])).toString('base64url') } : {}),
    folders: page.filter((row) => row.is_folder).map(({ key: name }) => ({ name, key: name.slice(0, -1) })),
    objects: page.filter((row) => !row.is_folder).map(({ object }) => object),
  };
}
