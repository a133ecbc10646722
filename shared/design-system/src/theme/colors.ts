/** A semantic colour: its value in light and in dark mode. */
const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/** Roles a palette plays in a component; the keys are what Chakra's `colorPalette` maps onto. */
export type PaletteRole = 'solid' | 'contrast' | 'fg' | 'subtle' | 'muted' | 'emphasized' | 'focusRing' | 'border';
type Palette = Record<PaletteRole, readonly [light: string, dark: string]>;

/**
 * The accent is the green of a chalkboard. Success is a yellower green and always comes with text or an icon,
 * so that colour is never the only difference.
 */
export const palettes = {
  accent: {
    solid: ['#04745d', '#3fc8a5'],
    contrast: ['#ffffff', '#01201a'],
    fg: ['#046b55', '#62d9b9'],
    subtle: ['#edfaf5', '#0b2a23'],
    muted: ['#d6f4e9', '#0d372e'],
    emphasized: ['#b0ead6', '#12493d'],
    focusRing: ['#03876c', '#4fd1b0'],
    border: ['#85d9bf', '#17614f'],
  },
  gray: {
    solid: ['#212927', '#e8eeec'],
    contrast: ['#ffffff', '#101615'],
    fg: ['#3a4442', '#c3cccb'],
    subtle: ['#eff3f2', '#1c2322'],
    muted: ['#e4eae9', '#252d2c'],
    emphasized: ['#d3dad9', '#323b3a'],
    focusRing: ['#03876c', '#4fd1b0'],
    border: ['#c5cdcc', '#3e4847'],
  },
  success: {
    solid: ['#1c7a37', '#59cf71'],
    contrast: ['#ffffff', '#06220c'],
    fg: ['#1a6a30', '#7fdc90'],
    subtle: ['#effbf0', '#0d2a14'],
    muted: ['#d9f6dd', '#12381c'],
    emphasized: ['#b5ecbd', '#184a26'],
    focusRing: ['#22893e', '#59cf71'],
    border: ['#8fdc9c', '#1f6132'],
  },
  warning: {
    solid: ['#8a5900', '#eda12e'],
    contrast: ['#ffffff', '#281802'],
    fg: ['#7d5000', '#f7bd63'],
    subtle: ['#fff6ea', '#2d1f08'],
    muted: ['#ffebd2', '#3b290a'],
    emphasized: ['#ffd9a8', '#4d360e'],
    focusRing: ['#9d6500', '#eda12e'],
    border: ['#f0bd74', '#664a15'],
  },
  danger: {
    solid: ['#c2242c', '#fb827b'],
    contrast: ['#ffffff', '#360a0a'],
    fg: ['#ab1c25', '#ff9f98'],
    subtle: ['#fef3f2', '#331112'],
    muted: ['#ffe4e1', '#441617'],
    emphasized: ['#fed0cb', '#5a1c1e'],
    focusRing: ['#ce2930', '#fe8d86'],
    border: ['#f5aaa4', '#75282a'],
  },
  info: {
    solid: ['#026bb8', '#72b8fe'],
    contrast: ['#ffffff', '#021d36'],
    fg: ['#025da1', '#8cc6ff'],
    subtle: ['#f0f7fe', '#0a2237'],
    muted: ['#dcedfe', '#0d2d49'],
    emphasized: ['#bcdcfd', '#133b5e'],
    focusRing: ['#0075ca', '#72b8fe'],
    border: ['#94c8f7', '#1b4d78'],
  },
} satisfies Record<string, Palette>;

/** Chakra's hue names, for `colorPalette="green"`. */
export const paletteAliases = {
  green: 'success',
  red: 'danger',
  orange: 'warning',
  yellow: 'warning',
  blue: 'info',
  teal: 'accent',
} as const;

/** Surfaces, text and lines. Text is at least 4.5:1 on every surface, control borders and focus rings 3:1. */
export const surfaces = {
  bg: {
    DEFAULT: ['#ffffff', '#0c1110'],
    subtle: ['#f7f9f9', '#101615'],
    panel: ['#ffffff', '#141b1a'],
    muted: ['#eff3f2', '#1c2322'],
    emphasized: ['#e2e8e7', '#2a3332'],
    inverted: ['#161d1c', '#eef3f2'],
    error: ['#fef3f2', '#331112'],
  },
  fg: {
    DEFAULT: ['#161d1c', '#edf2f1'],
    muted: ['#4f5a58', '#a9b4b2'],
    subtle: ['#5f6b69', '#8f9b99'],
    inverted: ['#f4f7f7', '#161d1c'],
    error: ['#ab1c25', '#ff9f98'],
    warning: ['#7d5000', '#f7bd63'],
    success: ['#1a6a30', '#7fdc90'],
    info: ['#025da1', '#8cc6ff'],
  },
  border: {
    DEFAULT: ['#e1e7e6', '#262f2e'],
    emphasized: ['#c8d0cf', '#3a4443'],
    control: ['#8b9694', '#65706e'],
    error: ['#c2242c', '#fb827b'],
  },
} as const;

type Pairs = Record<string, readonly [string, string]>;
const toTokens = (group: Pairs) => Object.fromEntries(Object.entries(group).map(([name, [light, dark]]) => [name, pair(light, dark)]));

/** The colours as Chakra's semantic tokens. */
export const semanticColors = Object.fromEntries(
  [...Object.entries(surfaces), ...Object.entries(palettes)].map(([name, group]) => [name, toTokens(group)]),
);
