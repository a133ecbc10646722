import { unwrap, type Db } from '@masomo/data';

/** The versions of the product an add-on belongs to. */
export type AddonCategory = 'saas' | 'standalone';
export type ItemKind = 'addon' | 'plan' | 'service';

/** Anything the store sells. `price` is the store's price in whole shillings, VAT included; `unit` what it is for: `per term`, `one-time` … */
export type StoreItem = {
  kind: ItemKind;
  id: string;
  name: string;
  description: string;
  price: number;
  category: AddonCategory;
  unit: string;
};

/** An add-on as the store sells it. */
export type Addon = StoreItem & {
  features: string[];
  popular: boolean;
  /** Other names it is known by, for arrivals by name. */
  aliases: string[];
  /** Name of its icon. */
  icon: string | null;
};

/** What the store sells: add-ons, and the plans and services the price book puts into it. */
export type StoreCatalogue = { addons: Addon[]; offers: StoreItem[] };

export const catalogueKeys = {
  store: () => ['addons', 'store'] as const,
};

/** Everything on sale in the store, in the price book's order. */
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
      ...unwrap(plans).map(({ period, ...plan }): StoreItem => ({ ...plan, kind: 'plan', unit: `per ${period}` })),
      ...unwrap(services).map((service): StoreItem => ({ ...service, kind: 'service' })),
    ],
  };
}
