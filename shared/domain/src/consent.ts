import * as z from 'zod/mini';

/** Where a visitor's choice about cookies is kept in their browser. */
export const consentKey = 'cookieConsent';

/** Version of the question: what was answered to an older one is asked again. Raise it when a kind of cookie or its purpose changes. */
export const consentVersion = 1;

/** Where the browser keeps what it told the server of the choice. */
export const consentRecordKey = 'cookieConsentRecord';

/** Whose choice it is (a random id), which question it answered, and whether the server has written it down. */
export const consentRecordSchema = z.object({ visitorId: z.uuid(), version: z.int(), isRecorded: z.boolean() });
export type ConsentRecord = z.infer<typeof consentRecordSchema>;

/** What a visitor allows. Necessary storage cannot be refused. */
export const cookiePreferencesSchema = z.object({
  necessary: z.literal(true),
  analytics: z.boolean(),
  marketing: z.boolean(),
  functional: z.boolean(),
});
export type CookiePreferences = z.infer<typeof cookiePreferencesSchema>;

export const acceptAll: CookiePreferences = { necessary: true, analytics: true, marketing: true, functional: true };
export const necessaryOnly: CookiePreferences = { necessary: true, analytics: false, marketing: false, functional: false };

/** The kinds a visitor can switch, with what each is for. */
export const optionalCookies = [
  { name: 'analytics', label: 'Analytics', purpose: 'Counts visits of this site, without third parties, so that we see which pages help.' },
  { name: 'marketing', label: 'Marketing', purpose: 'Remembers which campaign brought you here.' },
  { name: 'functional', label: 'Functional', purpose: 'Loads the chat, the map and the meeting calendar without asking each time.' },
] as const;

/** A stored choice. Throws for anything else than one. */
export function parseConsent(text: string): CookiePreferences {
  return cookiePreferencesSchema.parse(JSON.parse(text));
}
