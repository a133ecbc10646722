import * as z from 'zod/mini';
import type { ListedAddon, Plan, Service } from '@masomo/domain/pricing';
import { unwrap, type Db } from '@masomo/data';

/** Everything the public pages list, in the price book's order. */
export type PriceBook = { plans: Plan[]; addons: ListedAddon[]; services: Service[] };

export const priceBookKeys = {
  /** Begins with `plans`; commands that change add-ons or services name it too. */
  book: () => ['plans', 'addons', 'services'] as const,
};

const planFeatures = z.array(z.object({ text: z.string(), included: z.boolean() }));

/** Plans, add-ons and services on sale, as the public pages list them. Prices are whole shillings, VAT included. */
export async function getPriceBook(db: Db): Promise<PriceBook> {
  const [plans, addons, services] = await Promise.all([
    db.from('plans').select('id, name, description, category, price, period, highlight, badge, features').eq('is_active', true).order('position').order('id'),
    db.from('addons').select('id, name, description, category, price, pricing_name, pricing_price, features_price').eq('is_active', true).order('position').order('id'),
    db.from('services').select('id, name, description, price, unit').eq('is_active', true).order('position').order('id'),
  ]);
  return {
    plans: unwrap(plans).map((plan) => ({ ...plan, features: planFeatures.parse(plan.features) })),
    addons: unwrap(addons).map(({ pricing_name: pricingName, pricing_price: pricingPrice, features_price: featuresPrice, ...addon }) => ({
      ...addon, name: pricingName ?? addon.name, pricingPrice: pricingPrice ?? addon.price, featuresPrice,
    })),
    services: unwrap(services),
  };
}
