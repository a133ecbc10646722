import { unwrap, type Db } from '@masomo/data';

/** The versions of the product an add-on belongs to. */
export type AddonCategory = 'saas' | 'standalone';

/** An add-on as the store sells it. `price` is the store's price in whole shillings, VAT included. */
export type Addon = {
  id: string;
  name: string;
  description: string;
  price: number;
  category: AddonCategory;
  features: string[];
  popular: boolean;
  /** Other names it is known by, for arrivals by name. */
  aliases: string[];
  /** Name of its icon. */
  icon: string | null;
};

export const catalogueKeys = {
  addons: () => ['addons', 'store'] as const,
};

/** Every add-on on sale, in the price book's order. */
export async function listAddons(db: Db): Promise<Addon[]> {
  const rows = unwrap(await db.from('addons').select('id, name, description, price, category, features, is_popular, aliases, pricing_name, icon').eq('is_active', true).order('position'));
  return rows.map(({ is_popular: popular, pricing_name: pricingName, aliases, ...addon }) => ({
    ...addon, popular, aliases: pricingName ? [...aliases, pricingName] : aliases,
  }));
}
