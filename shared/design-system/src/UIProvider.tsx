import { startTransition, useEffect, useState } from 'react';
import { CacheProvider, Global } from '@emotion/react';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { fontFaces, mainFont } from './document/fontFaces.ts';
import { RemoteUIProvider, type RemoteUIProviderProps } from './RemoteUIProvider.tsx';
import { globalCache } from './styleCache.ts';
import { pageStyles } from './theme/system.ts';

export type UIProviderProps = RemoteUIProviderProps & {
  /** Set for React roots inside a page that already has the fonts, CSS variables and resets. */
  remote?: boolean;
};

/** Whether the document came with the fonts; declaring them again would lay out the whole page again. */
const hasFonts = () =>
  typeof document !== 'undefined' &&
  [...document.querySelectorAll('style[data-emotion^="css-global "]')].some(({ textContent }) => textContent.startsWith('@font-face'));

const isPrerendered = () => typeof document !== 'undefined' && document.querySelector('[data-prerendered]') !== null;

/** A font that comes after the text is not used on this page (`optional`), so a slow network is spared it until the next one. */
function placeOfFonts(): 'document' | 'page' | 'next page' {
  if (hasFonts()) return 'document';
  return typeof document !== 'undefined' && isNetworkSlow() ? 'next page' : 'page';
}

const laterFontMs = 10_000;

/** Puts the font into the browser's cache for the next page. */
function useLaterFont(isLater: boolean): void {
  useEffect(() => {
    if (!isLater) return undefined;
    const fetchFont = () =>
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'font', crossOrigin: 'anonymous', href: mainFont }),
      );
    const timer = setTimeout(fetchFont, laterFontMs);
    return () => clearTimeout(timer);
  }, [isLater]);
}

/** A busy page gets its styles after this. */
const idleTimeoutMs = 2_000;

/**
 * Resets and variables. A prerendered document has those that its markup uses; all of them make the browser style the page again, so
 * they are added once it is idle, not in the task that hydrates the page.
 */
function PageStyles() {
  const [isAdded, setAdded] = useState(() => !isPrerendered());
  const [fonts] = useState(placeOfFonts);
  useLaterFont(fonts === 'next page');
  useEffect(() => {
    if (isAdded) return undefined;
    const add = () => startTransition(() => setAdded(true));
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(add, idleTimeoutMs / 10);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(add, { timeout: idleTimeoutMs });
    return () => cancelIdleCallback(request);
  }, [isAdded]);
  if (!isAdded) return null;
  const [layers, styles] = pageStyles();
  return (
    <>
      {fonts === 'page' && <Global styles={fontFaces} />}
      <Global styles={layers} />
      <Global styles={styles} />
    </>
  );
}

/** Provides the design system to a React root. */
export function UIProvider({ remote = false, ...props }: UIProviderProps) {
  return (
    <>
      {!remote && (
        <CacheProvider value={props.cache ?? globalCache()}>
          <PageStyles />
        </CacheProvider>
      )}
      <RemoteUIProvider {...props} />
    </>
  );
}
