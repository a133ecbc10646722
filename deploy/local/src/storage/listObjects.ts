import { type PoolClient } from 'pg';
import { z } from 'zod';

/** Body of a list request. */
export const listSchema = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  search: z.string().default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});
export type ListRequest = z.infer<typeof listSchema>;

/** Lists one folder level of a bucket: folders (without an id) and files, with names relative to the prefix. */
export async function listObjects(
  db: PoolClient,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: ListRequest,
): Promise<Record<string, unknown>[]> {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const { rows } = await db.query<Record<string, unknown>>(
    `with below as (
       select substr(name, length($2) + 1) as rest, * from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select distinct on (entry, is_folder) *
       from (select split_part(rest, '/', 1) as entry, position('/' in rest) > 0 as is_folder, * from below where rest <> '') as split
       where starts_with(lower(entry), lower($3))
     )
     select entry as name,
       case when not is_folder then id end as id,
       case when not is_folder then updated_at end as updated_at,
       case when not is_folder then created_at end as created_at,
       case when not is_folder then last_accessed_at end as last_accessed_at,
       case when not is_folder then metadata end as metadata
     from entries order by is_folder desc, ${sortBy.column === 'name' ? 'entry' : sortBy.column} ${sortBy.order}, entry limit $4 offset $5`,
    [bucket, folder, search, limit, offset],
  );
  return rows;
}
