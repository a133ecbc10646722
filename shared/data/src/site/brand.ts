import { unwrap, type Db } from '@masomo/data';

export const brandKeys = {
  name: () => ['settings', 'brand name'] as const,
};

/** The brand name of this installation. */
export async function getBrandName(db: Db): Promise<string> {
  return String(unwrap(await db.from('settings').select('name:value->>name').eq('key', 'brand').single()).name);
}
