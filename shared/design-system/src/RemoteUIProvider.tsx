import type { ReactNode } from 'react';
import { ChakraProvider } from '@chakra-ui/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { sharedCache } from './styleCache.ts';
import { system } from './theme/system.ts';

export type RemoteUIProviderProps = {
  children: ReactNode;
  /** Emotion cache of a server render. */
  cache?: EmotionCache;
};

/** Provides the design system to a React root inside a page that already has the fonts, CSS variables and resets. */
export function RemoteUIProvider({ children, cache }: RemoteUIProviderProps) {
  return (
    <CacheProvider value={cache ?? sharedCache()}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
