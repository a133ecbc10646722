import { unwrap, type Db } from '@masomo/data';

/** The names of active classes and of their levels, for which a fee may be. */
export async function listFeeGroups(db: Db): Promise<string[]> {
  const rows = unwrap(await db.from('classes').select('name, level').eq('is_active', true).order('name_key').limit(500));
  return [...new Set([...rows.map(({ level }) => level), ...rows.map(({ name }) => name)])];
}

/** The names of the school's terms, latest first. */
export async function listTermNames(db: Db): Promise<string[]> {
  return unwrap(await db.from('school_terms').select('name').order('starts_on', { ascending: false }).limit(100)).map(({ name }) => name);
}
