import { unwrap, type Db } from '@masomo/data';
import type { AddonCategory } from './catalogue.ts';

/** How far back the figures reach. */
export type AnalyticsPeriod = '7d' | '30d' | '90d' | '1y';

/** A figure now and in the period before; `growth` in percent. Null where there was nothing to measure. */
export type Figure = { value: number | null; before: number | null; growth: number | null };

export type FigureName =
  | 'revenue'
  | 'orders'
  | 'addons_sold'
  | 'customers'
  | 'conversion'
  | 'average_order_value'
  | 'retention'
  | 'cart_abandonment'
  | 'satisfaction';

/** How one add-on sold; amounts in whole shillings, `percentage` of the period's add-on revenue. */
export type AddonSales = {
  name: string;
  category: AddonCategory;
  sales: number;
  revenue: number;
  percentage: number | null;
  average_price: number;
  growth: number | null;
};

/** The store's figures of a period; days in Nairobi's calendar. */
export type StoreAnalytics = {
  from: string;
  to: string;
  figures: Record<FigureName, Figure>;
  months: { month: string; saas: number; standalone: number }[];
  addons: AddonSales[];
  segments: { segment: string; count: number; percentage: number | null }[];
};

export const analyticsKeys = { of: (period: AnalyticsPeriod) => ['orders', 'analytics', period] as const };

/** The store's figures of the last days or year. */
export async function getStoreAnalytics(db: Db, period: AnalyticsPeriod): Promise<StoreAnalytics> {
  return unwrap(await db.rpc('store_analytics', { period })) as StoreAnalytics;
}
