import type { ListedAddon, Plan, Service } from '@masomo/domain/pricing';
import { unwrap, type Db } from '@masomo/data';

export const priceBookKeys = {
  plans: () => ['plans', 'listed'] as const,
  addons: () => ['addons', 'listed'] as const,
  services: () => ['services', 'listed'] as const,
};

/** Plans on sale, in the price book's order. Prices are whole shillings, VAT included. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const answer = await db
    .from('plans')
    .select('id, name, description, category, price, period, highlight, badge, features')
    .eq('is_active', true)
    .order('position')
    .order('id');
  // Loaded with the first query, so that a server-rendered page starts without the schema.
  const { planFeaturesSchema } = await import('@masomo/domain/planFeatures');
  return unwrap(answer).map((plan) => ({ ...plan, features: planFeaturesSchema.parse(plan.features) }));
}

/** Add-ons on sale, as the public pages list them: under this page's name, at this page's price. */
export async function listPricedAddons(db: Db): Promise<ListedAddon[]> {
  const answer = await db
    .from('addons')
    .select('id, name, description, category, price, pricing_name, pricing_price, features_price')
    .eq('is_active', true)
    .order('position')
    .order('id');
  return unwrap(answer).map(({ pricing_name: pricingName, pricing_price: pricingPrice, features_price: featuresPrice, ...addon }) => ({
    ...addon,
    name: pricingName ?? addon.name,
    pricingPrice: pricingPrice ?? addon.price,
    featuresPrice,
  }));
}

/** Services on sale. */
export async function listServices(db: Db): Promise<Service[]> {
  return unwrap(await db.from('services').select('id, name, description, price, unit').eq('is_active', true).order('position').order('id'));
}
