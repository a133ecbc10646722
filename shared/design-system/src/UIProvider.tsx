import { startTransition, useEffect, useState } from 'react';
import { CacheProvider, Global } from '@emotion/react';
import { fontFaces } from './document/fontFaces.ts';
import { RemoteUIProvider, type RemoteUIProviderProps } from './RemoteUIProvider.tsx';
import { sharedCache } from './styleCache.ts';
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

/** A busy page gets its styles after this. */
const idleTimeoutMs = 2_000;

/**
 * Resets and variables. A prerendered document has those that its markup uses; all of them make the browser style the page again, so
 * they are added once it is idle, not in the task that hydrates the page.
 */
function PageStyles() {
  const [isAdded, setAdded] = useState(() => !isPrerendered());
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
  return (
    isAdded && (
      <>
        {!hasFonts() && <Global styles={fontFaces} />}
        <Global styles={pageStyles[0]} />
        <Global styles={pageStyles[1]} />
      </>
    )
  );
}

/** Provides the design system to a React root. */
export function UIProvider({ remote = false, ...props }: UIProviderProps) {
  return (
    <>
      {!remote && (
        <CacheProvider value={props.cache ?? sharedCache()}>
          <PageStyles />
        </CacheProvider>
      )}
      <RemoteUIProvider {...props} />
    </>
  );
}
