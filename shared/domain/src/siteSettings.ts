import * as z from 'zod/mini';

/** Set where a text is English and the page is not. */
const lang = z.optional(z.literal('en'));
const hours = z.object({ days: z.array(z.int().check(z.gte(0), z.lte(6))), opensAt: z.int(), closesAt: z.int(), label: z.string(), lang });
const hero = z.object({ eyebrow: z.string(), title: z.string(), text: z.string(), lang });
const link = z.object({ label: z.string(), url: z.string() });

/**
 * Public settings by group, each one row of the settings table (`key`, `value`). Super admins edit them.
 */
export const siteSettingsSchema = z.object({
  brand: z.object({ name: z.string(), legalName: z.string(), tagline: z.string(), lang }),
  contact: z.object({
    phone: z.string(),
    email: z.string(),
    salesEmail: z.string(),
    supportEmail: z.string(),
    addressLines: z.array(z.string()),
    mapUrl: z.string(),
  }),
  social: z.array(link),
  hours: z.object({ office: hours, chat: hours }),
  claims: z.object({
    founded: z.int(),
    operatingSince: z.int(),
    institutions: z.string(),
    countries: z.string(),
    students: z.string(),
    hoursSaved: z.string(),
  }),
  /** The external demonstration sites; the password is empty where it is given on request. */
  demo: z.object({ saasUrl: z.string(), standaloneUrl: z.string(), password: z.string() }),
  /** Self-service pages of the support page; an empty URL shows the placeholder page. */
  help: z.object({ documentation: z.string(), videos: z.string(), community: z.string() }),
  /** The bar above every public page; there is no link when its label is empty. */
  announcement: z.object({ isShown: z.boolean(), text: z.string(), label: z.string(), url: z.string(), lang }),
});
export type SiteSettings = z.infer<typeof siteSettingsSchema>;

/** Keys of the groups every public page needs. */
export const siteSettingKeys = [
  'brand',
  'contact',
  'social',
  'hours',
  'claims',
  'demo',
  'help',
  'announcement',
] as const satisfies readonly (keyof SiteSettings)[];

/** Parses rows of the settings table. Throws ZodError when a group is missing or invalid. */
export function parseSiteSettings(rows: readonly { key: string; value: unknown }[]): SiteSettings {
  return siteSettingsSchema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

/** Group `heroes`: headline and introduction of each public page; `lang` is set where they are not in the page's language. */
export const heroesSchema = z.record(z.string(), hero);
export type Hero = z.infer<typeof hero>;
export type Heroes = z.infer<typeof heroesSchema>;

/** Group `about`: the company's story, its partners, and schools that agreed to be named. */
export const aboutSchema = z.object({
  story: z.array(z.string()),
  mission: z.string(),
  vision: z.string(),
  impact: z.array(z.string()),
  partners: z.array(z.object({ name: z.string(), what: z.string() })),
  lang,
  stories: z.array(z.object({ institution: z.string(), place: z.string(), figure: z.string(), caption: z.string(), text: z.string() })),
});
export type About = z.infer<typeof aboutSchema>;

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A group of settings with its texts in another language, which may be incomplete, in place of the English ones. */
export function withTexts(group: unknown, texts: unknown): unknown {
  if (texts === undefined) return group;
  if (!isGroup(group) || !isGroup(texts)) return texts;
  return { ...group, ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, withTexts(group[key], text)])) };
}

/** A public group in another language than English: with its texts, and marked where they are missing. */
export function translatedGroup(key: string, group: unknown, texts: unknown): unknown {
  const shown = withTexts(group, texts);
  if (!isGroup(shown)) return shown;
  const lacks = (text: string) => !isGroup(texts) || texts[text] === undefined;
  if (key === 'hours')
    return Object.fromEntries(
      Object.entries(shown).map(([part, value]) => [part, isGroup(value) && lacks(part) ? { ...value, lang: 'en' } : value]),
    );
  const text = { brand: 'tagline', announcement: 'text' }[key];
  return text !== undefined && lacks(text) ? { ...shown, lang: 'en' } : shown;
}

/** The key of a group's texts in another language. */
export const textsKey = (key: string, language: string): string => `${key}_${language}`;
