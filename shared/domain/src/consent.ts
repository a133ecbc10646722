import * as z from 'zod/mini';

/** Key of a visitor's cookie preferences in local storage. */
export const consentKey = 'cookieConsent';

/** Version of the consent text. A visitor who answered an older version is asked again; raise it when a kind of cookie or its purpose changes. */
export const consentVersion = 1;

/** Key in local storage of the consent record that was sent to the server. */
export const consentRecordKey = 'cookieConsentRecord';

/** Dispatched on the window when the document's own script has stored an answer, with the stored text as its detail. */
export const consentChosenEvent = 'masomo:consent';

/** The visitor (a random id), the version they answered, and whether the server has recorded it. */
export const consentRecordSchema = z.object({ visitorId: z.uuid(), version: z.int(), isRecorded: z.boolean() });
export type ConsentRecord = z.infer<typeof consentRecordSchema>;

/** What a visitor allows. Necessary storage cannot be declined. */
export const cookiePreferencesSchema = z.object({
  necessary: z.literal(true),
  analytics: z.boolean(),
  marketing: z.boolean(),
  functional: z.boolean(),
});
export type CookiePreferences = z.infer<typeof cookiePreferencesSchema>;

export const acceptAll: CookiePreferences = { necessary: true, analytics: true, marketing: true, functional: true };
export const necessaryOnly: CookiePreferences = { necessary: true, analytics: false, marketing: false, functional: false };

/** Parses stored preferences. Throws SyntaxError or ZodError when they are invalid. */
export function parseConsent(text: string): CookiePreferences {
  return cookiePreferencesSchema.parse(JSON.parse(text));
}
