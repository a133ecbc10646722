import type { ListedAddon, Plan, Service } from '@masomo/domain/pricing';
import { localized, localizedLine } from '@masomo/domain/translations';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from './translationColumn.ts';

export const priceBookKeys = {
  plans: () => ['plans', 'listed'] as const,
  addons: () => ['addons', 'listed'] as const,
  services: () => ['services', 'listed'] as const,
};

/** Plans on sale, in the price book's order. Prices are whole shillings, VAT included. */
export async function listPlans(db: Db, language = currentLanguage()): Promise<Plan[]> {
  const answer = await db
    .from('plans')
    .select(`id, name, description, category, price, period, highlight, badge, bullets:features, ${translationColumn(language)}`)
    .eq('is_active', true)
    .order('position')
    .order('id');
  // Loaded with the first query, so that a server-rendered page starts without the schema.
  const { planBulletsSchema } = await import('@masomo/domain/planBullets');
  return unwrap(answer).map(({ translation, bullets, ...plan }) => {
    const lines = planBulletsSchema.parse(bullets).map((line) => ({ ...line, text: localizedLine(line.text, translation) }));
    return localized({ ...plan, bullets: lines }, translation, ['description', 'badge'], language);
  });
}

/** Add-ons on sale, as the public pages list them: under this page's name, at this page's price. */
export async function listPricedAddons(db: Db, language = currentLanguage()): Promise<ListedAddon[]> {
  const answer = await db
    .from('addons')
    .select(`id, name, description, category, price, pricing_name, pricing_price, features_price, is_ready, ${translationColumn(language)}`)
    .eq('is_active', true)
    .order('position')
    .order('id');
  return unwrap(answer).map(
    ({ pricing_name: pricingName, pricing_price: pricingPrice, features_price: featuresPrice, is_ready: isReady, translation, ...addon }) =>
      localized(
        { ...addon, name: pricingName ?? addon.name, pricingPrice: pricingPrice ?? addon.price, featuresPrice, isReady },
        translation,
        ['description'],
        language,
      ),
  );
}

/** Services on sale. */
export async function listServices(db: Db, language = currentLanguage()): Promise<Service[]> {
  const rows = unwrap(
    await db
      .from('services')
      .select(`id, name, description, price, unit, ${translationColumn(language)}`)
      .eq('is_active', true)
      .order('position')
      .order('id'),
  );
  return rows.map(({ translation, ...row }) => localized(row, translation, ['description'], language));
}
