/** A question with its answer, as any page shows it. */
export type FaqItem = { id: string; category: string; question: string; answer: string };

/** Pages that show questions. */
export const faqSurfaces = ['faq', 'versions', 'demo', 'contact', 'pricing'] as const;
export type FaqSurface = (typeof faqSurfaces)[number];

/** What a question can be about. */
export const questionCategories = ['General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security'] as const;
export type QuestionCategory = (typeof questionCategories)[number];

/** Filters of the questions page, in order; the first shows every category. */
export const faqCategories = ['All Questions', ...questionCategories] as const;
export type FaqCategory = (typeof faqCategories)[number];

/** Questions of a category whose question or answer holds every word searched for, in any case. */
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
