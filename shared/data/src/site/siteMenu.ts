import type { SiteMenu } from '@masomo/domain/siteMenu';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';

export const siteMenuKeys = { menu: () => ['settings', 'menu'] as const };

/** The header's and the footer's entries in a language, without those that lead nowhere now. */
export async function getSiteMenu(db: Db, language = currentLanguage()): Promise<SiteMenu> {
  // Loaded with the first query, so that a server-rendered page starts without the schemas.
  const [{ siteMenuSchema }, menu] = await Promise.all([
    import('@masomo/domain/siteMenu'),
    db.rpc('site_menu', { language }, { get: true }).then(unwrap),
  ]);
  return siteMenuSchema.parse(menu);
}
