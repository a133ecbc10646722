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

/** The settings every public page needs. */
export async function getSiteSettings(db: Db): Promise<SiteSettings> {
  const { siteSettingKeys, parseSiteSettings: siteSettingsOf } = await schemas();
  return siteSettingsOf(unwrap(await db.from('settings').select('key, value').in('key', siteSettingKeys)));
}

/** The heroes of the public pages, by page. */
export async function getHeroes(db: Db): Promise<Heroes> {
  const { heroesSchema } = await schemas();
  return heroesSchema.parse(await readGroup(db, 'heroes'));
}

/** The texts of the About page. */
export async function getAbout(db: Db): Promise<About> {
  const { aboutSchema } = await schemas();
  return aboutSchema.parse(await readGroup(db, 'about'));
}

async function readGroup(db: Db, key: string): Promise<unknown> {
  return unwrap(await db.from('settings').select('value').eq('key', key).single()).value;
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
