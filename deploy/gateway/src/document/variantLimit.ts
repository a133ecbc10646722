import { LRUCache } from 'lru-cache';

const maxPages = 1_000;

/** Counts the different values, such as queries, that something is rendered for; the browser renders one too many. */
export function createVariantLimit(maxVariants: number) {
  const seen = new LRUCache<string, Set<string>>({ max: maxPages });
  return {
    isOneOfFew(of: string, variant: string): boolean {
      const variants = seen.get(of) ?? new Set<string>();
      seen.set(of, variants);
      if (variants.size < maxVariants) variants.add(variant);
      return variants.has(variant);
    },
  };
}
