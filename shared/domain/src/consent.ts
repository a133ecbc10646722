/** Key of a visitor's cookie preferences in local storage. */
export const consentKey = 'cookieConsent';

/** Version of the consent text. A visitor who answered an older version is asked again; raise it when a kind of cookie or its purpose changes. */
export const consentVersion = 1;

/** Key in local storage of the consent record that was sent to the server. */
export const consentRecordKey = 'cookieConsentRecord';

/** Dispatched on the window when the document's own script has stored an answer, with the stored text as its detail. */
export const consentChosenEvent = 'masomo:consent';

/** The visitor (a random id), the version they answered, and whether the server has recorded it. */
export type ConsentRecord = { visitorId: string; version: number; isRecorded: boolean };

/** Parses a stored record by hand, since a first visit does without zod. Throws when it is invalid. */
export function parseConsentRecord(text: string): ConsentRecord {
  const { visitorId, version, isRecorded } = JSON.parse(text) as Partial<ConsentRecord>;
  if (!/^[\da-f-]{36}$/.test(String(visitorId)) || !Number.isInteger(version) || typeof isRecorded !== 'boolean')
    throw new TypeError('This is no record of a cookie choice.');
  return { visitorId: visitorId!, version: version!, isRecorded };
}

/** What a visitor allows. Necessary storage cannot be declined. */
export type CookiePreferences = { necessary: true; analytics: boolean; marketing: boolean; functional: boolean };

export const acceptAll: CookiePreferences = { necessary: true, analytics: true, marketing: true, functional: true };
export const necessaryOnly: CookiePreferences = { necessary: true, analytics: false, marketing: false, functional: false };

/** Parses stored preferences. Throws when they are invalid. */
export function parseConsent(text: string): CookiePreferences {
  const { necessary, analytics, marketing, functional } = JSON.parse(text) as Partial<CookiePreferences>;
  if (necessary !== true || typeof analytics !== 'boolean' || typeof marketing !== 'boolean' || typeof functional !== 'boolean')
    throw new TypeError('These are no cookie preferences.');
  return { necessary, analytics, marketing, functional };
}
