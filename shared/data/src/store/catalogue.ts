import { localized, localizedLine, type Localized } from '@masomo/domain/translations';
import { unwrap, type Db } from '@masomo/data';
import { planUnit } from '@masomo/domain/pricing';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from '../site/translationColumn.ts';

/** The product versions an add-on belongs to. */
export type AddonCategory = 'saas' | 'standalone';
export type ItemKind = 'addon' | 'plan' | 'service';

/** Anything the store sells. `price` is the store's price in whole shillings, VAT included; `unit` is its billing unit, such as `per term` or `one-time`. */
export type StoreItem = Localized<{
  kind: ItemKind;
  id: string;
  name: string;
  description: string;
  price: number;
  category: AddonCategory;
  unit: string;
}>;

/** An add-on as listed in the store. */
export type Addon = StoreItem & {
  bullets: string[];
  popular: boolean;
  /** False while it is in preparation and cannot be bought. */
  isReady: boolean;
  /** Alternative names that Buy Now links may use. */
  aliases: string[];
  /** What a school has with it, such as `addon:<name>`; null where the product has nothing of its name. */
  feature: string | null;
  /** Icon name in the price book. */
  icon: string | null;
};

/** Add-ons, plus the plans and services the price book lists in the store. */
export type StoreCatalogue = { addons: Addon[]; offers: StoreItem[] };

export const catalogueKeys = {
  store: () => ['addons', 'store'] as const,
};

/** Everything active in the store, in the price book's order. Fails as `unavailable` when the database cannot be reached. */
export async function readCatalogue(db: Db, language = currentLanguage()): Promise<StoreCatalogue> {
  const translationOf = translationColumn(language);
  const [addons, plans, services] = await Promise.all([
    db
      .from('addons')
      .select(
        `id, name, description, price, category, bullets:features, is_popular, is_ready, aliases, pricing_name, icon, feature, ${translationOf}`,
      )
      .eq('is_active', true)
      .order('position'),
    db
      .from('plans')
      .select(`id, name, description, price, category, period, ${translationOf}`)
      .eq('is_active', true)
      .eq('in_store', true)
      .order('position'),
    db
      .from('services')
      .select(`id, name, description, price, category, unit, ${translationOf}`)
      .eq('is_active', true)
      .eq('in_store', true)
      .order('position'),
  ]);
  return {
    addons: unwrap(addons).map(
      ({ is_popular: popular, is_ready: isReady, pricing_name: pricingName, aliases, translation, ...addon }): Addon => ({
        ...localized(addon, translation, ['description'], language),
        bullets: addon.bullets.map((line) => localizedLine(line, translation)),
        kind: 'addon',
        unit: 'per term',
        popular,
        isReady,
        aliases: pricingName ? [...aliases, pricingName] : aliases,
      }),
    ),
    offers: [
      ...unwrap(plans).map(({ period, translation, ...plan }): StoreItem => ({
        ...localized(plan, translation, ['description'], language),
        kind: 'plan',
        unit: planUnit(period),
      })),
      ...unwrap(services).map(({ translation, ...service }): StoreItem => ({
        ...localized(service, translation, ['description'], language),
        kind: 'service',
      })),
    ],
  };
}
