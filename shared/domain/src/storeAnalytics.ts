import * as z from 'zod/mini';
import { translatable } from './translatable.ts';

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

/** How the figures are called, in English; `say` says it in another language. */
export const figureLabels: Readonly<Record<FigureName, string>> = {
  revenue: translatable('Total Revenue'),
  orders: translatable('Orders'),
  addons_sold: translatable('Add-ons Sold'),
  customers: translatable('Customers'),
  conversion: translatable('Conversion Rate'),
  average_order_value: translatable('Average Order Value'),
  retention: translatable('Customer Retention'),
  cart_abandonment: translatable('Cart Abandonment'),
  satisfaction: translatable('Customer Satisfaction'),
};

/** How far back the figures reach. */
export const analyticsPeriods = ['7d', '30d', '90d', '1y'] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

const figureSchema = z.object({ value: z.nullable(z.number()), before: z.nullable(z.number()), growth: z.nullable(z.number()) });

export const storeAnalyticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  figures: z.record(z.enum(figureNames), figureSchema),
  months: z.array(z.object({ month: z.string(), saas: z.number(), standalone: z.number() })),
  addons: z.array(
    z.object({
      name: z.string(),
      category: z.enum(['saas', 'standalone']),
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
