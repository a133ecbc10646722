import { useEffect } from 'react';
import { useQuery } from '@masomo/data';
import { brandKeys, getBrandName } from '@masomo/data/site/brand';

/** A page's title with the brand, as the browser tab shows it. */
export const titleOf = (title: string, brand: string) => `${title} | ${brand}`;

/** Sets the document title; server-rendered pages already have theirs. */
export function useDocumentTitle(title: string): void {
  const { data: brand } = useQuery(brandKeys.name(), getBrandName, { revalidateIfStale: false, revalidateOnFocus: false });
  useEffect(() => {
    if (brand) document.title = titleOf(title, brand);
  }, [title, brand]);
}
