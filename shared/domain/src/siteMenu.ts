import * as z from 'zod/mini';

const link = z.object({
  label: z.string(),
  /** Set where the label is English and the page is not. */
  lang: z.optional(z.literal('en')),
  to: z.optional(z.string()),
  /** Shown to visitors who are not signed in. */
  forVisitors: z.optional(z.literal(true)),
});
const entry = z.extend(link, { links: z.optional(z.array(link)) });

/** The menu of the public site in one language: links, and entries that have links below them instead of a target. */
export const siteMenuSchema = z.object({ header: z.array(entry), footer: z.array(entry) });
export type SiteMenu = z.infer<typeof siteMenuSchema>;
export type SiteMenuLink = z.infer<typeof link>;
export type SiteMenuEntry = z.infer<typeof entry>;

/** First path segments at which the site has pages of its own; the database has the same list. */
export const sitePages = [
  '',
  'about',
  'contact',
  'dashboard',
  'demo',
  'faq',
  'features',
  'login',
  'pricing',
  'privacy',
  'store',
  'support',
  'terms',
  'trial',
  'verify',
  'versions',
] as const;

/** Who sees an entry of the menu: visitors are people who are not signed in. */
export const menuAudiences = ['everyone', 'visitors', 'nobody'] as const;

const storedLink = z.object({ label: z.string(), sw: z.string(), to: z.optional(z.string()), shownTo: z.enum(menuAudiences) });
const storedEntry = z.extend(storedLink, { links: z.array(storedLink) });

/** The menu as the CMS edits it: the group `menu` of the settings. */
export const storedMenuSchema = z.object({ header: z.array(storedEntry), footer: z.array(storedEntry) });
export type StoredMenu = z.infer<typeof storedMenuSchema>;
/** An entry of the menu with its texts in both languages; a group has `links` and leads nowhere itself. */
export type StoredMenuEntry = z.infer<typeof storedLink> & { links?: z.infer<typeof storedLink>[] };
