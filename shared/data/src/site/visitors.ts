import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
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

type Visit = { visitId: string; surface: 'site' | 'store' };

/**
 * Counts a visit of the site or the store; stored as a number per day, without the visitor. Sent without the client of the database,
 * which a first visit does without.
 */
export async function recordVisit({ supabaseUrl, publishableKey }: RuntimeConfig, { visitId, surface }: Visit): Promise<void> {
  const { ok, status } = await fetch(`${supabaseUrl}/rest/v1/rpc/record_visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: publishableKey },
    body: JSON.stringify({ visit_id: visitId, surface }),
  });
  if (!ok) throw toDataError({}, status);
}
