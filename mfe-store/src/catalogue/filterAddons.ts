import { msg } from '@lingui/core/macro';
import type { StoreItem } from '@masomo/data/store/catalogue';
import { matchesSearch } from '@masomo/domain/foldText';

/** Category filters of the catalogue with the URL hash that selects each. */
export const categoryFilters = [
  { value: 'all', label: msg`All Add-ons`, hash: '' },
  { value: 'saas', label: msg`SaaS Add-ons`, hash: '#saas' },
  { value: 'standalone', label: msg`Standalone Add-ons`, hash: '#standalone' },
] as const;
export type CategoryFilter = (typeof categoryFilters)[number]['value'];

/** The category a hash selects; any other hash selects all. */
export function categoryOfHash(hash: string): CategoryFilter {
  return categoryFilters.find((filter) => filter.hash === hash.toLowerCase())?.value ?? 'all';
}

/** Items of a category whose name and description contain each word of the search, in whatever case and accents. */
export function filterAddons<Item extends StoreItem>(items: readonly Item[], category: CategoryFilter, search: string): Item[] {
  return items.filter(
    (item) => (category === 'all' || item.category === category) && matchesSearch(`${item.name} ${item.description}`, search),
  );
}
