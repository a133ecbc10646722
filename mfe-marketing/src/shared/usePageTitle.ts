import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useLocation } from '@masomo/navigation';
import { pageTitles, titleOf } from './pageTitles.ts';
import { useSettings } from './SiteSettingsGate.tsx';

/** Sets the document title of built-in pages; CMS pages set their own. */
export function usePageTitle(): void {
  const { pathname } = useLocation();
  const { brand } = useSettings();
  useEffect(() => {
    const title = pageTitles[pathname];
    if (title) document.title = titleOf(t(title), brand.name);
  }, [pathname, brand.name]);
}
