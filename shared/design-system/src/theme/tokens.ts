const values = <V extends string | number>(entries: Record<string, V>): Record<string, { value: V }> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }]));

const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80,
  96,
];
const scale = Object.fromEntries(steps.map((step) => [String(step), `${step / 4}rem`]));

const widths = {
  xs: '20rem',
  sm: '24rem',
  md: '28rem',
  lg: '32rem',
  xl: '36rem',
  '2xl': '42rem',
  '3xl': '48rem',
  '4xl': '56rem',
  '5xl': '64rem',
  '6xl': '72rem',
  '7xl': '80rem',
  full: '100%',
};

export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' };

const sans = (standIn: string) =>
  `'Inter Variable', '${standIn}', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

/** All tokens but colours. Only these become CSS variables. */
export const tokens = {
  spacing: values(scale),
  // Without the scale, which `base` takes from the spacing.
  sizes: values(widths),
  fonts: values({ body: sans('Inter Fallback'), heading: sans('Inter Display Fallback'), mono }),
  fontSizes: values({
    '2xs': '0.6875rem',
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
    '4xl': '2.25rem',
    '5xl': '3rem',
    '6xl': '3.75rem',
    '7xl': '4.5rem',
  }),
  fontWeights: values({ normal: 400, medium: 500, semibold: 600, bold: 700 }),
  radii: values({
    xs: '0.1875rem',
    sm: '0.3125rem',
    md: '0.4375rem',
    lg: '0.625rem',
    xl: '0.875rem',
    '2xl': '1.125rem',
    '3xl': '1.5rem',
    full: '9999px',
  }),
  durations: values({
    faster: '100ms',
    fast: '150ms',
    moderate: '200ms',
    slow: '300ms',
  }),
  easings: values({
    'ease-out': 'cubic-bezier(0.22, 1, 0.36, 1)',
    'ease-in': 'cubic-bezier(0.5, 0, 0.75, 0)',
  }),
  zIndex: values({
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    banner: 1200,
    modal: 1400,
    popover: 1500,
    skipNav: 1600,
    toast: 1700,
  }),
  animations: values({ spin: 'spin 0.8s linear infinite', pulse: 'pulse 1.6s cubic-bezier(0.4, 0, 0.6, 1) infinite' }),
  colors: values({ white: '#ffffff', black: '#000000', transparent: 'transparent' }),
};

const shadow = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/** Shadows are tinted with the text's colour in light mode and carry a hairline in dark mode, where a shadow alone is invisible. */
export const semanticTokens = {
  radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.lg}' }, l3: { value: '{radii.xl}' } },
  shadows: {
    xs: shadow('0 1px 2px rgb(22 29 28 / 0.06)', '0 1px 2px rgb(0 0 0 / 0.5)'),
    sm: shadow(
      '0 1px 2px rgb(22 29 28 / 0.06), 0 1px 4px rgb(22 29 28 / 0.05)',
      '0 1px 3px rgb(0 0 0 / 0.6), 0 0 0 1px rgb(255 255 255 / 0.05)',
    ),
    md: shadow(
      '0 2px 4px rgb(22 29 28 / 0.05), 0 6px 16px rgb(22 29 28 / 0.07)',
      '0 4px 14px rgb(0 0 0 / 0.6), 0 0 0 1px rgb(255 255 255 / 0.06)',
    ),
    lg: shadow(
      '0 4px 8px rgb(22 29 28 / 0.04), 0 14px 32px rgb(22 29 28 / 0.11)',
      '0 12px 32px rgb(0 0 0 / 0.65), 0 0 0 1px rgb(255 255 255 / 0.07)',
    ),
    xl: shadow(
      '0 8px 16px rgb(22 29 28 / 0.05), 0 28px 64px rgb(22 29 28 / 0.16)',
      '0 24px 64px rgb(0 0 0 / 0.7), 0 0 0 1px rgb(255 255 255 / 0.08)',
    ),
  },
};

export const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.45' } },
  'fade-in': { from: { opacity: 0 } },
  // Delayed, so that it cannot be clicked until then.
  appear: { from: { opacity: 0, visibility: 'hidden' as const } },
  'fade-out': { to: { opacity: 0 } },
  'scale-in': { from: { scale: '0.97' } },
  'scale-out': { to: { scale: '0.97' } },
  'rise-in': { from: { translate: '0 0.5rem' } },
  'slide-from-start': { from: { translate: '-100% 0' } },
  'slide-to-start': { to: { translate: '-100% 0' } },
  'slide-from-end': { from: { translate: '100% 0' } },
  'slide-to-end': { to: { translate: '100% 0' } },
  'slide-from-bottom': { from: { translate: '0 100%' } },
  'slide-to-bottom': { to: { translate: '0 100%' } },
};

const text = (fontSize: string, lineHeight: string, letterSpacing?: string) => ({
  value: { fontSize, lineHeight, ...(letterSpacing ? { letterSpacing } : {}) },
});

/** Type by size: the larger, the tighter. */
export const textStyles = {
  '2xs': text('2xs', '1rem'),
  xs: text('xs', '1.125rem'),
  sm: text('sm', '1.375rem'),
  md: text('md', '1.6rem'),
  lg: text('lg', '1.8rem', '-0.005em'),
  xl: text('xl', '1.85rem', '-0.01em'),
  '2xl': text('2xl', '2rem', '-0.014em'),
  '3xl': text('3xl', '2.3rem', '-0.017em'),
  '4xl': text('4xl', '2.6rem', '-0.02em'),
  '5xl': text('5xl', '3.2rem', '-0.022em'),
  '6xl': text('6xl', '3.9rem', '-0.025em'),
  '7xl': text('7xl', '4.6rem', '-0.027em'),
};

export const layerStyles = { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } };
