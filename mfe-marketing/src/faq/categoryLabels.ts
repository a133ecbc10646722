import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FaqCategory } from '@masomo/domain/faq';

/** Names of the categories of questions. */
export const faqCategoryLabels: Record<FaqCategory, MessageDescriptor> = {
  'All Questions': msg`All Questions`,
  General: msg`General`,
  'SaaS Version': msg`SaaS Version`,
  Standalone: msg`Standalone`,
  'Billing & Pricing': msg`Billing & Pricing`,
  Technical: msg`Technical`,
  Security: msg`Security`,
};
