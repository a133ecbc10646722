import { unwrap, type Db } from '@masomo/data';
import { localized } from '@masomo/domain/translations';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from '../site/translationColumn.ts';

/** An add-on as the store sells it; `price` in whole shillings. */
export type AddonOffer = { id: string; name: string; description: string; category: 'saas' | 'standalone'; price: number };

export const addonOfferKeys = { of: (slug: string) => ['addons', 'offers', slug] as const };

/** What the store sells for the feature `addon:<slug>`, one per version of the product. */
export async function readAddonOffers(db: Db, slug: string, language = currentLanguage()): Promise<AddonOffer[]> {
  const rows = unwrap(
    await db
      .from('addons')
      .select(`id, name, description, category, price, ${translationColumn(language)}`)
      .eq('feature', `addon:${slug}`)
      .eq('is_active', true)
      .order('position'),
  );
  return rows.map(({ translation, ...row }) => localized(row, translation, ['description'], language));
}
