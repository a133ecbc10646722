import { t } from '@lingui/core/macro';
import type { FaqSurface } from '@masomo/domain/faq';

/** Labels of the public pages that show questions. */
export const surfaceLabels: Record<FaqSurface, string> = {
  faq: t`All questions`,
  versions: t`Versions`,
  demo: t`Demo`,
  contact: t`Contact`,
  pricing: t`Pricing`,
};

/** The paths of these pages. */
export const surfacePaths: Record<FaqSurface, string> = {
  faq: '/faq',
  versions: '/versions',
  demo: '/demo',
  contact: '/contact',
  pricing: '/pricing',
};
