import { useEffect, useRef } from 'react';
import type { Screen } from '@masomo/contracts/findScreen';
import type { MenuEntry } from '@masomo/contracts/remoteManifest';
import { currentLanguage } from '@masomo/i18n';
import { useConfig } from '../ConfigContext.ts';

/** The menu entry with the longest path that contains an address. */
export function menuEntryOf(menu: readonly MenuEntry[], path: string): MenuEntry | undefined {
  return menu.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`)).sort((a, b) => b.path.length - a.path.length)[0];
}

/**
 * Sets the document's title until the screen sets its own: the menu's label, or the brand. A public page that was opened
 * directly has its title already.
 */
export function useScreenTitle(screen: Screen | null, path: string): void {
  const { brand } = useConfig();
  const isPublic = screen?.route.layout === 'public';
  const name = screen?.remote.manifest.name;
  const entry =
    screen && !isPublic ? menuEntryOf([...screen.remote.manifest.menu, ...(screen.remote.manifest.titles ?? [])], path) : undefined;
  const label = entry?.labels?.[currentLanguage()] ?? entry?.label;
  const lastName = useRef(name);

  useEffect(() => {
    const isSameRemote = lastName.current === name;
    lastName.current = name;
    if (isPublic && isSameRemote) return;
    document.title = label ? `${label} · ${brand.name}` : brand.name;
  }, [isPublic, name, label, brand.name]);
}
