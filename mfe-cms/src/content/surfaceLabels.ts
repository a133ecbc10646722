import type { FaqSurface } from '@masomo/domain/faq';

/** The pages that show questions, as an editor knows them. */
export const surfaceLabels: Record<FaqSurface, string> = {
  faq: 'All questions',
  versions: 'Versions',
  demo: 'Demo',
  contact: 'Contact',
  pricing: 'Pricing',
};

/** Where each of them is. */
export const surfacePaths: Record<FaqSurface, string> = {
  faq: '/faq',
  versions: '/versions',
  demo: '/demo',
  contact: '/contact',
  pricing: '/pricing',
};
