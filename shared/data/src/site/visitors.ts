import type { CookiePreferences } from '@masomo/domain/consent';
import { toDataError, type Db } from '@masomo/data';

/** Writes a visitor's answer about cookies down. `version` is that of the question. Throws `invalid` beyond 20 answers an hour. */
export async function recordCookieChoice(
  db: Db,
  { visitorId, version, choice }: { visitorId: string; version: number; choice: CookiePreferences },
): Promise<void> {
  const { analytics, marketing, functional } = choice;
  const { error, status } = await db.rpc('record_cookie_choice', { visitor_id: visitorId, version, analytics, marketing, functional });
  if (error) throw toDataError(error, status);
}

/** Counts an arrival at the site or at its store; kept as a number per day, without who it was. */
export async function recordVisit(db: Db, { visitId, surface }: { visitId: string; surface: 'site' | 'store' }): Promise<void> {
  const { error, status } = await db.rpc('record_visit', { visit_id: visitId, surface });
  if (error) throw toDataError(error, status);
}
