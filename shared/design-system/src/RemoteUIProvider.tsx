import type { ReactNode } from 'react';
import { ChakraProvider } from '@chakra-ui/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { sharedCache } from './styleCache.ts';
import { remoteSystem } from './theme/system.ts';

export type RemoteUIProviderProps = {
  children: ReactNode;
  /** The cache of one server render. */
  cache?: EmotionCache;
};

/** Gives a remote's root the design system; typeface, variables and resets are the shell's, above it. */
export function RemoteUIProvider({ children, cache }: RemoteUIProviderProps) {
  return (
    <CacheProvider value={cache ?? sharedCache()}>
      <ChakraProvider value={remoteSystem}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
