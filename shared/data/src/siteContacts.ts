import { siteSettingsSchema, type SiteSettings } from '@masomo/domain/siteSettings';
import { unwrap, type Db } from '@masomo/data';

/** How visitors reach the company, as the settings keep it. */
export type SiteContacts = SiteSettings['contact'];

export const siteSettingKeys = { contacts: () => ['settings', 'contact'] as const };

/** The contacts every page shows. */
export async function getSiteContacts(db: Db): Promise<SiteContacts> {
  return siteSettingsSchema.shape.contact.parse(unwrap(await db.from('settings').select('value').eq('key', 'contact').single()).value);
}

/** Changes the contacts; super admins only. */
export async function saveSiteContacts(db: Db, contacts: SiteContacts): Promise<string> {
  return unwrap(await db.from('settings').update({ value: contacts }).eq('key', 'contact').select('key').single()).key;
}
