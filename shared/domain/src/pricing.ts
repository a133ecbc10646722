import { annualTermPrice } from './money.ts';
import { translatable } from './translatable.ts';
import type { Localized } from './translations.ts';

/** Version of the product a price belongs to. */
export type PriceCategory = 'saas' | 'standalone';
export type PlanPeriod = 'term' | 'year' | 'month';
export type BillingPeriod = 'annual' | 'termly';

/** A plan of the price book; `price` is whole shillings per `period`. */
export type Plan = Localized<{
  id: string;
  name: string;
  description: string;
  category: PriceCategory;
  price: number;
  period: PlanPeriod;
  highlight: boolean;
  badge: string | null;
  /** The lines of its card; one that is partly ready is marked so. */
  bullets: { text: string; included: boolean; isPartlyReady?: boolean | undefined }[];
}>;

/** An add-on as public pages list it. `price` is charged; the others are what a page shows. */
export type ListedAddon = Localized<{
  id: string;
  /** Its name on the pricing page, which may differ from the store's. */
  name: string;
  description: string;
  category: PriceCategory;
  price: number;
  pricingPrice: number;
  featuresPrice: number | null;
  /** False while it is in preparation and cannot be bought. */
  isReady: boolean;
}>;

/** A service; `unit` is a text of the price book, such as `per term` or `one-time`. */
export type Service = Localized<{ id: string; name: string; description: string; price: number; unit: string }>;

const unitLabels: Readonly<Record<string, string>> = {
  'per term': translatable('per term'),
  'per year': translatable('per year'),
  'per month': translatable('per month'),
  'one-time': translatable('one-time'),
};

/** The label of a billing unit, to be translated; a text of the price book that is none stays as it is. */
export const unitLabel = (unit: string): string => unitLabels[unit] ?? unit;

/** The billing unit of a plan. */
export const planUnit = (period: string): string => `per ${period}`;

/** Price of a plan per period in whole shillings; only termly plans have a discount for annual billing. */
export function displayedPlanPrice(plan: Pick<Plan, 'price' | 'period'>, billing: BillingPeriod): number {
  return plan.period === 'term' && billing === 'annual' ? annualTermPrice(plan.price) : plan.price;
}

/** The lowest price of a version, per term (paid for the year) or per year; undefined without plans. */
export function startingPrice(plans: readonly Plan[], category: PriceCategory): number | undefined {
  const prices = plans.filter((plan) => plan.category === category).map((plan) => displayedPlanPrice(plan, 'annual'));
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** Whether the pricing page lists another price than the store charges. */
export function hasPriceMismatch(addon: Pick<ListedAddon, 'price' | 'pricingPrice'>): boolean {
  return addon.price !== addon.pricingPrice;
}

type Sold = { category: PriceCategory; feature?: string | null };

/** Those of the items that the store sells to a school. `sold` has their categories and features, as the database answers with the identity; null sells all. */
export function soldTo<Item extends Sold>(sold: readonly string[] | null | undefined, items: Item[]): Item[] {
  return sold ? items.filter(({ category, feature }) => sold.includes(category) || (!!feature && sold.includes(feature))) : items;
}
