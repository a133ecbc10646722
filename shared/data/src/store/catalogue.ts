import { unwrap, type Db } from '@masomo/data';
import { planUnit } from '@masomo/domain/pricing';

/** The product versions an add-on belongs to. */
export type AddonCategory = 'saas' | 'standalone';
export type ItemKind = 'addon' | 'plan' | 'service';

/** Anything the store sells. `price` is the store's price in whole shillings, VAT included; `unit` is its billing unit, such as `per term` or `one-time`. */
export type StoreItem = {
  kind: ItemKind;
  id: string;
  name: string;
  description: string;
  price: number;
  category: AddonCategory;
  unit: string;
};

/** An add-on as listed in the store. */
export type Addon = StoreItem & {
  features: string[];
  popular: boolean;
  /** Alternative names that Buy Now links may use. */
  aliases: string[];
  /** Icon name in the price book. */
  icon: string | null;
};

/** Add-ons, plus the plans and services the price book lists in the store. */
export type StoreCatalogue = { addons: Addon[]; offers: StoreItem[] };

export const catalogueKeys = {
  store: () => ['addons', 'store'] as const,
};

/** Everything active in the store, in the price book's order. Fails as `unavailable` when the database cannot be reached. */
export async function readCatalogue(db: Db): Promise<StoreCatalogue> {
  const [addons, plans, services] = await Promise.all([
    db
      .from('addons')
      .select('id, name, description, price, category, features, is_popular, aliases, pricing_name, icon')
      .eq('is_active', true)
      .order('position'),
    db.from('plans').select('id, name, description, price, category, period').eq('is_active', true).eq('in_store', true).order('position'),
    db.from('services').select('id, name, description, price, category, unit').eq('is_active', true).eq('in_store', true).order('position'),
  ]);
  return {
    addons: unwrap(addons).map(({ is_popular: popular, pricing_name: pricingName, aliases, ...addon }) => ({
      ...addon,
      kind: 'addon',
      unit: 'per term',
      popular,
      aliases: pricingName ? [...aliases, pricingName] : aliases,
    })),
    offers: [
      ...unwrap(plans).map(({ period, ...plan }): StoreItem => ({ ...plan, kind: 'plan', unit: planUnit(period) })),
      ...unwrap(services).map((service): StoreItem => ({ ...service, kind: 'service' })),
    ],
  };
}
