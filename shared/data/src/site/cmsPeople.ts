import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import type { ListPage } from '../listing.ts';

/** Editors write drafts, publishers decide what visitors see. */
export const cmsRights = ['publisher', 'editor'] as const;
export type CmsRight = (typeof cmsRights)[number];
/** A user of the CMS. `changes` counts those of the last 30 days. */
export type CmsPerson = {
  id: string;
  name: string;
  email: string;
  right: CmsRight;
  changes: number;
  lastChangeAt: string | null;
  isMe: boolean;
};
/** `page` counts from 0. */
export type CmsPeopleFilter = { search: string; page: number; pageSize: number };

const personSchema = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  cms_right: z.enum(cmsRights),
  changes: z.number(),
  last_change_at: z.nullable(z.string()),
  is_me: z.boolean(),
  total: z.number(),
});

export const cmsPeopleKeys = {
  list: (filter: CmsPeopleFilter) => ['cms_people', 'list', filter] as const,
  mine: () => ['cms_people', 'mine'] as const,
};

/** One page of the users of the CMS, by name. */
export async function listCmsPeople(db: Db, { search, page, pageSize }: CmsPeopleFilter): Promise<ListPage<CmsPerson>> {
  const rows = z
    .array(personSchema)
    .parse(unwrap(await db.rpc('cms_people', { search, page: page + 1, page_size: pageSize }, { get: true })));
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name ?? row.email,
      email: row.email,
      right: row.cms_right,
      changes: row.changes,
      lastChangeAt: row.last_change_at,
      isMe: row.is_me,
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Makes a user an editor or a publisher. Changing one's own right is refused as `not-allowed`. */
export async function setCmsRight(db: Db, { id, right }: { id: string; right: CmsRight }): Promise<string> {
  return unwrap(await db.rpc('set_cms_right', { person_id: id, new_right: right }));
}
