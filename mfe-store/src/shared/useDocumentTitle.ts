import { useEffect } from 'react';
import { useQuery } from '@masomo/data';
import { brandKeys, getBrandName } from '@masomo/data/site/brand';

/** A page's title as the tab shows it. */
export const titleOf = (title: string, brand: string) => `${title} | ${brand}`;

/** Names the document; a page that came rendered from the server has its name already. */
export function useDocumentTitle(title: string): void {
  const { data: brand } = useQuery(brandKeys.name(), getBrandName, { revalidateIfStale: false, revalidateOnFocus: false });
  useEffect(() => {
    if (brand) document.title = titleOf(title, brand);
  }, [title, brand]);
}
