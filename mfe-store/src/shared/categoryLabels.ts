import type { AddonCategory } from '@masomo/data/store/catalogue';

/** The versions of the product as people read them. */
export const categoryLabels: Record<AddonCategory, string> = { saas: 'SaaS', standalone: 'Standalone' };
