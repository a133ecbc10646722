import { unwrap, type Db } from '@masomo/data';

export const demonstrationKeys = { isPresent: () => ['settings', 'demonstration'] as const };

/** Whether this installation still holds the demonstration data. */
export async function hasDemonstrationData(db: Db): Promise<boolean> {
  return unwrap(await db.from('settings').select('key').eq('key', 'demonstration').limit(1)).length > 0;
}

/** Removes the demonstration's schools, accounts, orders and statistics; data added since stays. Super admins only. */
export async function removeDemonstrationData(db: Db): Promise<void> {
  const { error, status } = await db.rpc('remove_demonstration_data');
  unwrap({ data: true, error, status });
}
