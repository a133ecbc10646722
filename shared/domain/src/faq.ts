import { translatable } from './translatable.ts';
import type { Localized } from './translations.ts';

/** A frequently asked question. */
export type FaqItem = Localized<{ id: string; category: string; question: string; answer: string }>;

/** Pages that show frequently asked questions. */
export const faqSurfaces = ['faq', 'versions', 'demo', 'contact', 'pricing'] as const;
export type FaqSurface = (typeof faqSurfaces)[number];

/** Categories of questions. */
export const questionCategories = ['General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security'] as const;
export type QuestionCategory = (typeof questionCategories)[number];

/** Category filters in display order; the first matches every category. */
export const faqCategories = ['All Questions', ...questionCategories] as const;
export type FaqCategory = (typeof faqCategories)[number];

/** Names of the categories, to be translated. */
export const faqCategoryLabels: Record<FaqCategory, string> = {
  'All Questions': translatable('All Questions'),
  General: translatable('General'),
  'SaaS Version': translatable('SaaS Version'),
  Standalone: translatable('Standalone'),
  'Billing & Pricing': translatable('Billing & Pricing'),
  Technical: translatable('Technical'),
  Security: translatable('Security'),
};

/** Questions of a category whose question or answer contains every word of the search, ignoring case. */
export function filterFaqs<T extends Pick<FaqItem, 'category' | 'question' | 'answer'>>(
  items: readonly T[],
  category: FaqCategory,
  search: string,
): T[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    if (category !== 'All Questions' && item.category !== category) return false;
    const text = `${item.question} ${item.answer}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
