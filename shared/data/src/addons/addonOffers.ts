import { unwrap, type Db } from '@masomo/data';
import { localized } from '@masomo/domain/translations';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from '../site/translationColumn.ts';

/** An add-on as the store sells it; `price` in whole shillings. */
export type AddonOffer = { id: string; name: string; description: string; category: 'saas' | 'standalone'; price: number };

export const addonOfferKeys = {
  of: (slug: string) => ['addons', 'offers', slug] as const,
  schools: (slug: string) => ['addons', 'schools', slug] as const,
};

/** What the store sells for the feature `addon:<slug>` or a part of it, one per version of the product. */
export async function readAddonOffers(db: Db, slug: string, language = currentLanguage()): Promise<AddonOffer[]> {
  const rows = unwrap(
    await db
      .rpc('addons_with', { feature: `addon:${slug}` }, { get: true })
      .select(`id, name, description, category, price, ${translationColumn(language)}`),
  );
  return rows.map(({ translation, ...row }) => localized(row, translation, ['description'], language));
}

/** The caller's other schools that have the add-on. */
export async function listSchoolsWithAddon(db: Db, slug: string): Promise<{ id: string; name: string }[]> {
  return unwrap(await db.rpc('my_schools_with', { feature: `addon:${slug}` }, { get: true }));
}
