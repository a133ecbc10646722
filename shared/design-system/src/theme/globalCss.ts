import { defineGlobalStyles } from '@chakra-ui/react';

/** Global styles. */
export const globalCss = defineGlobalStyles({
  html: {
    colorPalette: 'accent',
    colorScheme: 'light',
    bg: 'bg',
    color: 'fg',
    lineHeight: '1.55',
    scrollPaddingTop: '6rem',
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border',
    '&.dark': { colorScheme: 'dark' },
  },
  body: { overflowX: 'clip' },
  // Space for a panel over the bottom of the screen, so that a focused element is scrolled clear of it.
  'html:has([data-bottom-panel]):not([data-consent])': {
    scrollPaddingBottom: { base: '11rem', sm: '19rem' },
    '& body': { paddingBottom: { base: '11rem', sm: '19rem' } },
  },
  '*::placeholder': { color: 'fg.subtle', opacity: 1 },
  '*::selection': { bg: 'accent.emphasized', color: 'fg' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' },
  '[tabindex="-1"]:focus': { outline: 'none' },
  '*, *::before, *::after': {
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
});
