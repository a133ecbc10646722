const shade = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).map(([step, value]) => [step, { value }]));

/** Raw palettes. Components use the semantic colours below, never these. */
export const colors = {
  accent: shade({
    50: '#eefbf6', 100: '#d3f5e7', 200: '#a9e9d1', 300: '#71d7b5', 400: '#3bbd97', 500: '#16a17c', 600: '#0a7f63', 700: '#0a6651', 800: '#0b5142', 900: '#0a4337', 950: '#042620',
  }),
  ink: shade({
    50: '#f7f8f8', 100: '#eef0f0', 200: '#dee2e2', 300: '#c3caca', 400: '#929d9d', 500: '#6b7777', 600: '#525d5d', 700: '#3f4848', 800: '#272e2e', 900: '#171c1c', 950: '#0c1010',
  }),
};

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/** Colours by meaning, light and dark; text pairs meet WCAG AA. */
export const semanticColors = {
  bg: { DEFAULT: pair('#ffffff', '{colors.ink.950}'), subtle: pair('{colors.ink.50}', '#121717'), muted: pair('{colors.ink.100}', '{colors.ink.900}'), panel: pair('#ffffff', '#121717') },
  fg: { DEFAULT: pair('{colors.ink.900}', '#edf1f0'), muted: pair('{colors.ink.600}', '#a3afae'), subtle: pair('{colors.ink.500}', '#8a9695') },
  border: { DEFAULT: pair('{colors.ink.200}', '#262e2d'), emphasized: pair('{colors.ink.300}', '#3a4443') },
  accent: {
    solid: pair('{colors.accent.600}', '{colors.accent.400}'),
    contrast: pair('#ffffff', '{colors.accent.950}'),
    fg: pair('{colors.accent.700}', '{colors.accent.300}'),
    subtle: pair('{colors.accent.50}', '#0c2a23'),
    muted: pair('{colors.accent.100}', '#0f3a30'),
    emphasized: pair('{colors.accent.200}', '#145043'),
    focusRing: pair('{colors.accent.600}', '{colors.accent.300}'),
    border: pair('{colors.accent.300}', '{colors.accent.700}'),
  },
  success: { fg: pair('#14703a', '#6fdc9a'), subtle: pair('#e9f8ef', '#0e2a1a') },
  warning: { fg: pair('#8a5300', '#f5c163'), subtle: pair('#fff5e0', '#2f2208') },
  danger: { fg: pair('#b42318', '#ff9b90'), subtle: pair('#fdeceb', '#35110e'), solid: pair('#c0281c', '#f0695c') },
};
