import { useEffect } from 'react';
import { useLocation } from '@masomo/navigation';
import { pageMetadata, titleOf } from './pageMetadata.ts';
import { useSettings } from './SiteSettingsGate.tsx';

/** Names the document after the page; pages of the CMS name it themselves. */
export function usePageTitle(): void {
  const { pathname } = useLocation();
  const { brand } = useSettings();
  useEffect(() => {
    const words = pageMetadata[pathname];
    if (words) document.title = titleOf(words.title, brand.name);
  }, [pathname, brand.name]);
}
