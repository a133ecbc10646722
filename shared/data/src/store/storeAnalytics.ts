import { unwrap, type Db } from '@masomo/data';
import { storeAnalyticsSchema, type AnalyticsPeriod, type StoreAnalytics } from '@masomo/domain/storeAnalytics';

/** Starts with `orders`, so that every command on orders revalidates the figures. */
export const analyticsKeys = { of: (period: AnalyticsPeriod) => ['orders', 'analytics', period] as const };

/** The store's figures of a period, computed by the database. Fails as `not-allowed` for anyone but a super admin. */
export async function getStoreAnalytics(db: Db, period: AnalyticsPeriod): Promise<StoreAnalytics> {
  return storeAnalyticsSchema.parse(unwrap(await db.rpc('store_analytics', { period })));
}
