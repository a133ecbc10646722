import type { ReactNode } from 'react';
import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider, Global } from '@emotion/react';
import { fontFaces } from './document/fontFaces.ts';
import { remoteSystem, system } from './theme/system.ts';

let browserCache: EmotionCache | undefined;

/** ONE cache for all roots of a page: a class two remotes use is inserted once. */
function sharedCache(): EmotionCache {
  return (browserCache ??= createCache({ key: 'css' }));
}

export type UIProviderProps = {
  children: ReactNode;
  /** Set on the roots of remotes, which live below the shell's: they insert no fonts, variables and resets of their own. */
  remote?: boolean;
  /** The cache of one server render. */
  cache?: EmotionCache;
};

/** Gives a React root the design system. */
export function UIProvider({ children, remote = false, cache }: UIProviderProps) {
  return (
    <CacheProvider value={cache ?? sharedCache()}>
      {!remote && <Global styles={fontFaces} />}
      <ChakraProvider value={remote ? remoteSystem : system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
