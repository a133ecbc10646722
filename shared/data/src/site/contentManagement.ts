import { translatable } from '@masomo/domain/translatable';
import { DataError, toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import { storedTranslationsSchema, type StoredTranslations } from '@masomo/domain/storedTranslations';
import { faqSurfaces, questionCategories, type FaqSurface, type QuestionCategory } from '@masomo/domain/faq';
import { searchPatterns, rangeOf, type ListPage } from '../listing.ts';
import { unwrapUnique } from '../unwrapUnique.ts';

/** The fields of a question an editor writes. */
export type QuestionDraft = {
  surface: FaqSurface;
  category: QuestionCategory;
  question: string;
  answer: string;
  translations: StoredTranslations;
};
/** What the CMS shows of a record besides its texts; `needsTranslation` names languages whose translation is missing or outdated. */
type Managed = { id: string; isActive: boolean; updatedAt: string; needsTranslation: string[] };
/** A question in the CMS, shown to visitors or not. */
export type ManagedQuestion = QuestionDraft & Managed;
/** The fields of a testimonial an editor writes. */
export type TestimonialDraft = { quote: string; author: string; role: string; institution: string; translations: StoredTranslations };
/** A testimonial in the CMS, shown to visitors or not. */
export type ManagedTestimonial = TestimonialDraft & Managed;

/** Filter of a list; `page` counts from 0, `onlyUntranslated` selects records whose Swahili is missing or outdated. */
export type TestimonialFilter = { search: string; onlyUntranslated: boolean; page: number; pageSize: number };
export type QuestionFilter = TestimonialFilter & { surface: FaqSurface; category: QuestionCategory | 'all' };

export const contentKeys = {
  questions: (filter: QuestionFilter) => ['faqs', 'managed', filter] as const,
  testimonials: (filter: TestimonialFilter) => ['testimonials', 'managed', filter] as const,
};

const conflict = () =>
  new DataError(
    'conflict',
    translatable(
      'Somebody else changed this in the meantime. Close this form and open it again: what you wrote can be copied from here first.',
    ),
  );

const duplicateQuestion = translatable('This page has this question already. Edit that one instead.');

const parseOneOf = <T extends string>(values: readonly T[], value: string): T => {
  const found = values.find((known) => known === value);
  if (!found) throw new DataError('unavailable', `“${value}” is newer than this screen. Reload the page.`, { outcome: 'failed' });
  return found;
};

/** One page of a page's questions, in the order visitors see them. */
export async function listQuestions(db: Db, filter: QuestionFilter): Promise<ListPage<ManagedQuestion>> {
  let query = db
    .from('faqs')
    .select('id, surface, category, question, answer, is_active, updated_at, translations, needs_translation', { count: 'exact' })
    .eq('surface', filter.surface);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  if (filter.category !== 'all') query = query.eq('category', filter.category);
  if (filter.onlyUntranslated) query = query.contains('needs_translation', ['sw']);
  const { rows, total } = unwrapPage(
    await query
      .order('position')
      .order('created_at')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    rows: rows.map(({ is_active: isActive, updated_at: updatedAt, needs_translation: needsTranslation, translations, ...row }) => ({
      ...row,
      surface: parseOneOf(faqSurfaces, row.surface),
      category: parseOneOf(questionCategories, row.category),
      translations: storedTranslationsSchema.parse(translations),
      needsTranslation,
      isActive,
      updatedAt,
    })),
    total,
  };
}

/** Adds a question at the end of its page; returns its id. A duplicate on the same page is refused as `invalid`. */
export async function createQuestion(db: Db, draft: QuestionDraft): Promise<string> {
  const last = unwrapPage(
    await db.from('faqs').select('position').eq('surface', draft.surface).order('position', { ascending: false }).limit(1),
  ).rows[0];
  return unwrapUnique(
    await db
      .from('faqs')
      .insert({ ...draft, position: (last?.position ?? 0) + 1 })
      .select('id')
      .single(),
    'question',
    duplicateQuestion,
  ).id;
}

/** Saves a question; refused as `conflict` when somebody saved or deleted it after `updatedAt`. */
export async function updateQuestion(
  db: Db,
  { id, updatedAt, draft }: { id: string; updatedAt: string; draft: QuestionDraft },
): Promise<string> {
  const [saved] = unwrapUnique(
    await db.from('faqs').update(draft).eq('id', id).eq('updated_at', updatedAt).select('id'),
    'question',
    duplicateQuestion,
  );
  if (!saved) throw conflict();
  return saved.id;
}

/** Shows or hides a question. */
export async function setQuestionActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  return unwrap(await db.from('faqs').update({ is_active: isActive }).eq('id', id).select('id').single()).id;
}

/** Moves a question one place up or down on its page. */
export async function moveQuestion(db: Db, { id, up }: { id: string; up: boolean }): Promise<string> {
  const { error, status } = await db.rpc('move_question', { question_id: id, up });
  if (error) throw toDataError(error, status);
  return id;
}

/** Deletes a question for good. */
export async function deleteQuestion(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('faqs').delete().eq('id', id).select('id').single()).id;
}

/** One page of the testimonials, in the order visitors see them. */
export async function listManagedTestimonials(db: Db, filter: TestimonialFilter): Promise<ListPage<ManagedTestimonial>> {
  let query = db
    .from('testimonials')
    .select('id, quote, author, role, institution, is_active, updated_at, translations, needs_translation', { count: 'exact' });
  if (filter.onlyUntranslated) query = query.contains('needs_translation', ['sw']);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order('position')
      .order('created_at')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    rows: rows.map(({ is_active: isActive, updated_at: updatedAt, needs_translation: needsTranslation, translations, ...row }) => ({
      ...row,
      translations: storedTranslationsSchema.parse(translations),
      needsTranslation,
      isActive,
      updatedAt,
    })),
    total,
  };
}

/** Adds a testimonial at the end; returns its id. */
export async function createTestimonial(db: Db, draft: TestimonialDraft): Promise<string> {
  const last = unwrapPage(await db.from('testimonials').select('position').order('position', { ascending: false }).limit(1)).rows[0];
  return unwrap(
    await db
      .from('testimonials')
      .insert({ ...draft, position: (last?.position ?? 0) + 1 })
      .select('id')
      .single(),
  ).id;
}

/** Saves a testimonial; refused as `conflict` when somebody saved or deleted it after `updatedAt`. */
export async function updateTestimonial(
  db: Db,
  { id, updatedAt, draft }: { id: string; updatedAt: string; draft: TestimonialDraft },
): Promise<string> {
  const [saved] = unwrap(await db.from('testimonials').update(draft).eq('id', id).eq('updated_at', updatedAt).select('id'));
  if (!saved) throw conflict();
  return saved.id;
}

/** Shows or hides a testimonial. */
export async function setTestimonialActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  return unwrap(await db.from('testimonials').update({ is_active: isActive }).eq('id', id).select('id').single()).id;
}

/** Moves a testimonial one place up or down. */
export async function moveTestimonial(db: Db, { id, up }: { id: string; up: boolean }): Promise<string> {
  const { error, status } = await db.rpc('move_testimonial', { testimonial_id: id, up });
  if (error) throw toDataError(error, status);
  return id;
}

/** Deletes a testimonial for good. */
export async function deleteTestimonial(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('testimonials').delete().eq('id', id).select('id').single()).id;
}
