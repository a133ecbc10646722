import { consentRecordKey, consentRecordSchema, consentVersion, type ConsentRecord, type CookiePreferences } from '@masomo/domain/consent';
import { getDb } from '@masomo/data';
import { recordCookieChoice } from '@masomo/data/site/visitors';

/** What this browser told the server of the visitor's choice; null when it told nothing, or stores nothing. */
export function readRecord(): ConsentRecord | null {
  try {
    return consentRecordSchema.parse(JSON.parse(localStorage.getItem(consentRecordKey) ?? 'null'));
  } catch {
    return null;
  }
}

function storeRecord(recordChoice: ConsentRecord): void {
  try {
    localStorage.setItem(consentRecordKey, JSON.stringify(recordChoice));
  } catch (error) {
    console.warn('That the cookie choice was recorded could not be stored.', error);
  }
}

/** Has the visitor answered the question as it is asked now? A choice from before records were kept counts for the first version. */
export function isCurrent(): boolean {
  return (readRecord()?.version ?? 1) >= consentVersion;
}

/** Writes the choice down on the server. One that could not be is sent again at the next start (`sendUnrecorded`). */
export async function record(choice: CookiePreferences): Promise<void> {
  const waiting: ConsentRecord = { visitorId: readRecord()?.visitorId ?? crypto.randomUUID(), version: consentVersion, isRecorded: false };
  storeRecord(waiting);
  try {
    await recordCookieChoice(await getDb(), { ...waiting, choice });
    storeRecord({ ...waiting, isRecorded: true });
  } catch (error) {
    console.warn('The cookie choice holds in this browser; it is sent at the next visit.', error);
  }
}

/** Sends a choice that an earlier visit could not. */
export function sendPendingChoice(choice: CookiePreferences | null): void {
  if (choice && readRecord()?.isRecorded === false) void record(choice);
}
