import { useEffect } from 'react';
import { useLocation } from '@masomo/navigation';
import { metadataOf, titleOf } from './pageMetadata.ts';
import { useSettings } from './SiteSettingsGate.tsx';

/** Sets the document title of built-in pages; CMS pages set their own. */
export function usePageTitle(): void {
  const { pathname } = useLocation();
  const { brand } = useSettings();
  useEffect(() => {
    const metadata = metadataOf(pathname);
    if (metadata) document.title = titleOf(metadata.title, brand.name);
  }, [pathname, brand.name]);
}
