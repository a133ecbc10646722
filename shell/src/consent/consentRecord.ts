import { consentRecordKey, consentVersion, parseConsentRecord, type ConsentRecord, type CookiePreferences } from '@masomo/domain/consent';
import { getDb } from '@masomo/data';
import { recordCookieChoice } from '@masomo/data/site/visitors';
import { newId } from '@masomo/domain/secureContext';

/** What this browser reported to the server about the visitor's choice; null when it reported or stores nothing. */
export function readRecord(): ConsentRecord | null {
  try {
    return parseConsentRecord(localStorage.getItem(consentRecordKey) ?? 'null');
  } catch {
    return null;
  }
}

function storeRecord(recordChoice: ConsentRecord): void {
  try {
    localStorage.setItem(consentRecordKey, JSON.stringify(recordChoice));
  } catch (error) {
    console.warn('The record of the cookie choice could not be stored.', error);
  }
}

/** Whether the visitor's choice is for the present version of the question; one without a record counts for the first version. */
export function isCurrent(): boolean {
  return (readRecord()?.version ?? 1) >= consentVersion;
}

/** Records the choice on the server. When that fails, `sendPendingChoice` sends it again at the next visit. */
export async function record(choice: CookiePreferences): Promise<void> {
  const waiting: ConsentRecord = { visitorId: readRecord()?.visitorId ?? newId(), version: consentVersion, isRecorded: false };
  storeRecord(waiting);
  try {
    await recordCookieChoice(await getDb(), { ...waiting, choice });
    storeRecord({ ...waiting, isRecorded: true });
  } catch (error) {
    console.warn('The cookie choice will be sent at the next visit.', error);
  }
}

/** Sends a choice that an earlier visit could not record. */
export function sendPendingChoice(choice: CookiePreferences | null): void {
  if (choice && readRecord()?.isRecorded === false) void record(choice);
}
