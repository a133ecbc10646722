import * as z from '@masomo/data/zod';
import { sayOr, unwrap, type Db } from '@masomo/data';
import { nullable } from '../nullable.ts';

const saveResultSchema = z.object({
  updatedAt: z.optional(z.string()),
  problems: z.optional(z.array(z.looseObject({ path: z.string(), problem: z.string() }))),
});

/** A group of the site's settings, such as `brand` or `heroes`. */
export type SettingGroup = { key: string; value: unknown; updatedAt: string };
/** What is wrong with a field, in the reader's language; `path` leads to it, such as `office.closesAt`. */
export type SettingProblem = { path: string; problem: string };
export type SaveSettingResult = { updatedAt: string } | { problems: SettingProblem[] };
/** The last save of a group and its number of versions; `savedBy` is null for the installation's own. */
export type SettingHistory = { key: string; savedAt: string; savedBy: string | null; states: number };
export type SettingVersion = { id: string; value: unknown; savedAt: string; savedBy: string | null };

export const settingGroupKeys = {
  group: (key: string) => ['settings', 'group', key] as const,
  history: (keys: readonly string[]) => ['settings', 'history', ...keys] as const,
  times: () => ['settings', 'times'] as const,
  systemPages: () => ['pages', 'system'] as const,
  versions: (key: string) => ['settings', 'versions', key] as const,
};

/** The current value of a group. */
export async function getSettingGroup(db: Db, key: string): Promise<SettingGroup> {
  const { value, updated_at: updatedAt } = unwrap(await db.from('settings').select('value, updated_at').eq('key', key).single());
  return { key, value, updatedAt };
}

/** Saves a group, or returns what is wrong with it. Refused as `conflict` when it was saved after `updatedAt`. */
export async function saveSettingGroup(db: Db, { key, value, updatedAt }: SettingGroup): Promise<SaveSettingResult> {
  const result = saveResultSchema.parse(
    unwrap(await db.rpc('save_setting', { setting_key: key, new_value: z.json().parse(value), seen: updatedAt })),
  );
  return result.problems
    ? { problems: result.problems.map(({ path, problem, ...said }) => ({ path, problem: sayOr(said, problem) })) }
    : { updatedAt: result.updatedAt ?? updatedAt };
}

/** The last save of each group. */
export async function listSettingHistory(db: Db, keys: readonly string[]): Promise<SettingHistory[]> {
  const rows = unwrap(await db.rpc('setting_history', { setting_keys: [...keys] }));
  return rows.map((row) => ({ key: row.key, savedAt: row.saved_at, savedBy: nullable(row.saved_by), states: row.states }));
}

/** When each group was last saved, also without a change. */
export async function listSettingTimes(db: Db): Promise<Map<string, string>> {
  const rows = unwrap(await db.from('settings').select('key, updated_at').eq('is_public', true));
  return new Map(rows.map((row) => [row.key, row.updated_at]));
}

/** The latest 20 versions of a group, newest first; the first is the current one. */
export async function listSettingVersions(db: Db, key: string): Promise<SettingVersion[]> {
  const rows = unwrap(
    await db
      .from('setting_versions')
      .select('id, value, saved_at, users(first_name, last_name, email)')
      .eq('key', key)
      .order('saved_at', { ascending: false })
      .limit(20),
  );
  return rows.map((row) => ({
    id: row.id,
    value: row.value,
    savedAt: row.saved_at,
    savedBy: row.users ? [row.users.first_name, row.users.last_name].filter(Boolean).join(' ') || row.users.email : null,
  }));
}

/** The system pages (home, terms, privacy), for the CMS. */
export async function listSystemPages(db: Db): Promise<{ id: string; title: string; slug: string }[]> {
  return unwrap(await db.from('cms_pages').select('id, title, slug').eq('is_system', true).order('slug'));
}
