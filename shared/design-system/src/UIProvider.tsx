import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider, Global } from '@emotion/react';
import { fontFaces } from './document/fontFaces.ts';
import { RemoteUIProvider, type RemoteUIProviderProps } from './RemoteUIProvider.tsx';
import { sharedCache } from './styleCache.ts';
import { system } from './theme/system.ts';

export type UIProviderProps = RemoteUIProviderProps & {
  /** Set for React roots inside a page that already has the fonts, CSS variables and resets. */
  remote?: boolean;
};

/** Whether the document came with the fonts; declaring them again would lay out the whole page again. */
const hasFonts = () =>
  typeof document !== 'undefined' &&
  [...document.querySelectorAll('style[data-emotion^="css-global "]')].some(({ textContent }) => textContent.startsWith('@font-face'));

/** Provides the design system to a React root. */
export function UIProvider({ remote = false, ...props }: UIProviderProps) {
  if (remote) return <RemoteUIProvider {...props} />;
  return (
    <CacheProvider value={props.cache ?? sharedCache()}>
      {!hasFonts() && <Global styles={fontFaces} />}
      <ChakraProvider value={system}>{props.children}</ChakraProvider>
    </CacheProvider>
  );
}
