import type { ReactNode } from 'react';
import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { remoteSystem, system } from './theme/system.ts';

let browserCache: EmotionCache | undefined;

/** ONE cache for all roots of a page: a class two remotes use is inserted once. */
function sharedCache(): EmotionCache {
  return (browserCache ??= createCache({ key: 'css' }));
}

type UIProviderProps = {
  children: ReactNode;
  /** Set on the roots of remotes, which live below the shell's. */
  remote?: boolean;
  /** The cache of one server render. */
  cache?: EmotionCache;
};

/** Gives a React root the design system. */
export function UIProvider({ children, remote = false, cache }: UIProviderProps) {
  return (
    <CacheProvider value={cache ?? sharedCache()}>
      <ChakraProvider value={remote ? remoteSystem : system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
