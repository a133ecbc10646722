import type { AddonCategory } from '@masomo/data/store/catalogue';

/** Display names of the product versions. */
export const categoryLabels: Record<AddonCategory, string> = { saas: 'SaaS', standalone: 'Standalone' };
