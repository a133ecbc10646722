import { unwrap, toDataError, type Db } from '@masomo/data';

/** Values of an add-on's settings by name, as its manifest declares them. */
export type SettingValues = Record<string, string | number | boolean>;

export const addonSettingKeys = { of: (feature: string) => ['addon-settings', feature] as const };

/** What the caller's school chose for an add-on; names it chose nothing for are missing. */
export async function getAddonSettings(db: Db, feature: string): Promise<SettingValues> {
  const rows = unwrap(await db.from('addon_settings').select('name, value').eq('feature', feature));
  return Object.fromEntries(rows.map(({ name, value }) => [name, value as string | number | boolean]));
}

/** Stores settings of an add-on; administrators only. */
export async function saveAddonSettings(db: Db, { feature, values }: { feature: string; values: SettingValues }): Promise<void> {
  const { error, status } = await db.rpc('save_addon_settings', { feature, changes: values });
  if (error) throw toDataError(error, status);
}
