import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider, Global } from '@emotion/react';
import { fontFaces } from './document/fontFaces.ts';
import { RemoteUIProvider, type RemoteUIProviderProps } from './RemoteUIProvider.tsx';
import { sharedCache } from './styleCache.ts';
import { system } from './theme/system.ts';

export type UIProviderProps = RemoteUIProviderProps & {
  /** Set on the roots of remotes, which live below the shell's: they insert no typeface, variables and resets of their own. */
  remote?: boolean;
};

/** Gives a React root the design system. */
export function UIProvider({ remote = false, ...props }: UIProviderProps) {
  if (remote) return <RemoteUIProvider {...props} />;
  return (
    <CacheProvider value={props.cache ?? sharedCache()}>
      <Global styles={fontFaces} />
      <ChakraProvider value={system}>{props.children}</ChakraProvider>
    </CacheProvider>
  );
}
