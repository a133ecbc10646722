import type { FaqItem, FaqSurface } from '@masomo/domain/faq';
import { localized, type Localized } from '@masomo/domain/translations';
import type { About, Heroes, SiteSettings } from '@masomo/domain/siteSettings';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from './translationColumn.ts';

export type { FaqSurface };

/** A customer's testimonial. */
export type Testimonial = Localized<{ id: string; quote: string; author: string; role: string; institution: string }>;

// Loaded with the first query, so that a server-rendered page starts without the schemas.
const schemas = () => import('@masomo/domain/siteSettings');

export const siteKeys = {
  settings: () => ['settings', 'public'] as const,
  heroes: () => ['settings', 'heroes'] as const,
  about: () => ['settings', 'about'] as const,
  faqs: (surface: FaqSurface) => ['faqs', surface] as const,
  testimonials: () => ['testimonials', 'shown'] as const,
};

/** The settings every public page needs, in a language. */
export async function getSiteSettings(db: Db, language = currentLanguage()): Promise<SiteSettings> {
  const { siteSettingKeys, parseSiteSettings: siteSettingsOf, textsKey, translatedGroup } = await schemas();
  const keys = language === 'en' ? siteSettingKeys : siteSettingKeys.flatMap((key) => [key, textsKey(key, language)]);
  const rows = unwrap(await db.from('settings').select('key, value').in('key', keys));
  const valueOf = new Map(rows.map(({ key, value }) => [key, value]));
  if (language === 'en') return siteSettingsOf(rows);
  return siteSettingsOf(rows.map(({ key, value }) => ({ key, value: translatedGroup(key, value, valueOf.get(textsKey(key, language))) })));
}

const english = { lang: 'en' } as const;

/** The heroes of the public pages in a language, by page. */
export async function getHeroes(db: Db, language = currentLanguage()): Promise<Heroes> {
  const [{ heroesSchema, withTexts }, { group, texts }] = await Promise.all([schemas(), readGroup(db, 'heroes', language)]);
  const heroes = heroesSchema.parse(withTexts(group, texts));
  if (language === 'en') return heroes;
  const translated = new Set(Object.keys(texts ?? {}));
  return Object.fromEntries(Object.entries(heroes).map(([page, hero]) => [page, translated.has(page) ? hero : { ...hero, ...english }]));
}

/** The texts of the About page in a language. */
export async function getAbout(db: Db, language = currentLanguage()): Promise<About> {
  const [{ aboutSchema, withTexts }, { group, texts }] = await Promise.all([schemas(), readGroup(db, 'about', language)]);
  const about = aboutSchema.parse(withTexts(group, texts));
  return language === 'en' || texts ? about : { ...about, ...english };
}

/** A group of settings, and its texts in a language where there are any. */
async function readGroup(db: Db, key: string, language: string): Promise<{ group: unknown; texts: object | undefined }> {
  const read = async (name: string) => unwrap(await db.from('settings').select('value').eq('key', name).limit(1))[0]?.value;
  const [group, texts] = await Promise.all([read(key), language === 'en' ? undefined : read(`${key}_${language}`)]);
  return { group, texts: typeof texts === 'object' && texts !== null && Object.keys(texts).length > 0 ? texts : undefined };
}

/** Questions shown on one page in a language, in the editors' order. */
export async function listFaqs(db: Db, surface: FaqSurface, language = currentLanguage()): Promise<FaqItem[]> {
  const rows = unwrap(
    await db
      .from('faqs')
      .select(`id, category, question, answer, ${translationColumn(language)}`)
      .eq('surface', surface)
      .eq('is_active', true)
      .order('position')
      .order('id'),
  );
  return rows.map(({ translation, ...row }) => localized(row, translation, ['question', 'answer'], language));
}

/** The first testimonials in a language, in the editors' order. */
export async function listTestimonials(db: Db, limit = 3, language = currentLanguage()): Promise<Testimonial[]> {
  const rows = unwrap(
    await db
      .from('testimonials')
      .select(`id, quote, author, role, institution, ${translationColumn(language)}`)
      .eq('is_active', true)
      .order('position')
      .order('id')
      .limit(limit),
  );
  return rows.map(({ translation, ...row }) => localized(row, translation, ['quote', 'role'], language));
}
