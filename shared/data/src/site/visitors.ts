import type { CookiePreferences } from '@masomo/domain/consent';
import { toDataError, type Db } from '@masomo/data';

/** Records a visitor's cookie choice; `version` is that of the consent banner. Refused as `invalid` beyond 20 choices an hour. */
export async function recordCookieChoice(
  db: Db,
  { visitorId, version, choice }: { visitorId: string; version: number; choice: CookiePreferences },
): Promise<void> {
  const { analytics, marketing, functional } = choice;
  const { error, status } = await db.rpc('record_cookie_choice', { visitor_id: visitorId, version, analytics, marketing, functional });
  if (error) throw toDataError(error, status);
}

/** Counts a visit of the site or the store; stored as a number per day, without the visitor. */
export async function recordVisit(db: Db, { visitId, surface }: { visitId: string; surface: 'site' | 'store' }): Promise<void> {
  const { error, status } = await db.rpc('record_visit', { visit_id: visitId, surface });
  if (error) throw toDataError(error, status);
}
