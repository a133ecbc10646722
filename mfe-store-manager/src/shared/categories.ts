import { t } from '@lingui/core/macro';
import type { AddonCategory } from '@masomo/data/store/catalogue';

export const categoryLabels: Record<AddonCategory, string> = { saas: t`SaaS`, standalone: t`Standalone` };

/** Options for category selects. */
export const addonCategories: { value: AddonCategory; label: string }[] = [
  { value: 'saas', label: categoryLabels.saas },
  { value: 'standalone', label: categoryLabels.standalone },
];
