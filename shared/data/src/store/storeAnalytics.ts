import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';

/** How far back the figures reach. */
export type AnalyticsPeriod = '7d' | '30d' | '90d' | '1y';

export const figureNames = [
  'revenue',
  'orders',
  'addons_sold',
  'customers',
  'conversion',
  'average_order_value',
  'retention',
  'cart_abandonment',
  'satisfaction',
] as const;
export type FigureName = (typeof figureNames)[number];

const figureSchema = z.object({ value: z.nullable(z.number()), before: z.nullable(z.number()), growth: z.nullable(z.number()) });
const categorySchema = z.enum(['saas', 'standalone']);

const storeAnalyticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  figures: z.record(z.enum(figureNames), figureSchema),
  months: z.array(z.object({ month: z.string(), saas: z.number(), standalone: z.number() })),
  addons: z.array(
    z.object({
      name: z.string(),
      category: categorySchema,
      sales: z.number(),
      revenue: z.number(),
      /** Share of the period's add-on revenue. */
      percentage: z.nullable(z.number()),
      average_price: z.number(),
      growth: z.nullable(z.number()),
    }),
  ),
  segments: z.array(z.object({ segment: z.string(), count: z.number(), percentage: z.nullable(z.number()) })),
});

/** A figure now and in the previous period; `growth` in percent. Null where there was nothing to measure. */
export type Figure = z.infer<typeof figureSchema>;
/** The store's figures of a period: calendar days in the school's time zone, amounts in whole shillings, shares in percent. */
export type StoreAnalytics = z.infer<typeof storeAnalyticsSchema>;

/** Starts with `orders`, so that every command on orders revalidates the figures. */
export const analyticsKeys = { of: (period: AnalyticsPeriod) => ['orders', 'analytics', period] as const };

/** The store's figures of a period, computed by the database. Fails as `not-allowed` for anyone but a super admin. */
export async function getStoreAnalytics(db: Db, period: AnalyticsPeriod): Promise<StoreAnalytics> {
  return storeAnalyticsSchema.parse(unwrap(await db.rpc('store_analytics', { period })));
}
