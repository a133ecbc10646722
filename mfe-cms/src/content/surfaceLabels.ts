import type { FaqSurface } from '@masomo/domain/faq';

/** Labels of the public pages that show questions. */
export const surfaceLabels: Record<FaqSurface, string> = {
  faq: 'All questions',
  versions: 'Versions',
  demo: 'Demo',
  contact: 'Contact',
  pricing: 'Pricing',
};

/** The paths of these pages. */
export const surfacePaths: Record<FaqSurface, string> = {
  faq: '/faq',
  versions: '/versions',
  demo: '/demo',
  contact: '/contact',
  pricing: '/pricing',
};
