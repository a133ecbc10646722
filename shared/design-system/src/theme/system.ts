import { createSystem, defaultConfig, defineConfig } from '@chakra-ui/react';
import { colors, semanticColors } from './colors.ts';

const fontStack = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const brand = defineConfig({
  cssVarsPrefix: 'ds',
  globalCss: {
    html: { colorPalette: 'accent', scrollPaddingTop: '6rem', textRendering: 'optimizeLegibility' },
    body: { bg: 'bg', color: 'fg', fontFamily: 'body' },
    '*:focus-visible': { outline: '2px solid var(--ds-colors-accent-focus-ring)', outlineOffset: '2px' },
    '*, *::before, *::after': { '@media (prefers-reduced-motion: reduce)': { animationDuration: '0.01ms', transitionDuration: '0.01ms', scrollBehavior: 'auto' } },
  },
  theme: {
    tokens: {
      colors,
      fonts: { body: { value: fontStack }, heading: { value: fontStack } },
    },
    semanticTokens: { colors: semanticColors },
  },
});

/** The product's Chakra system: tokens, semantic colours and recipes of every screen. */
export const system = createSystem(defaultConfig, brand);

/** For roots of remotes: same tokens and recipes, without a second copy of preflight and CSS variables. */
export const remoteSystem: typeof system = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };
