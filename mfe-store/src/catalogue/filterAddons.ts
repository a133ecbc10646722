import type { Addon } from '@masomo/data/catalogue';

/** The categories a visitor can narrow the catalogue to, with the address's hash that selects each. */
export const categoryFilters = [
  { value: 'all', label: 'All Add-ons', hash: '' },
  { value: 'saas', label: 'SaaS Add-ons', hash: '#saas' },
  { value: 'standalone', label: 'Standalone Add-ons', hash: '#standalone' },
] as const;
export type CategoryFilter = (typeof categoryFilters)[number]['value'];

/** The category a hash selects; any other hash selects all. */
export function categoryOfHash(hash: string): CategoryFilter {
  return categoryFilters.find((filter) => filter.hash === hash.toLowerCase())?.value ?? 'all';
}

/** Add-ons of a category whose name or description contains the search text, in any case. */
export function filterAddons(addons: readonly Addon[], category: CategoryFilter, search: string): Addon[] {
  const wanted = search.trim().toLowerCase();
  return addons.filter((addon) => (category === 'all' || addon.category === category)
    && (addon.name.toLowerCase().includes(wanted) || addon.description.toLowerCase().includes(wanted)));
}
