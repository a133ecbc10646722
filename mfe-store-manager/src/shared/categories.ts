import type { AddonCategory } from '@masomo/data/store/catalogue';

export const categoryLabels: Record<AddonCategory, string> = { saas: 'SaaS', standalone: 'Standalone' };

/** The categories as a list to choose from. */
export const addonCategories: { value: AddonCategory; label: string }[] = [
  { value: 'saas', label: categoryLabels.saas },
  { value: 'standalone', label: categoryLabels.standalone },
];
