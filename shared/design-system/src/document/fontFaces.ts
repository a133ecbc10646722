import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-opsz-normal.woff2';
import latin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';
import { assetPath } from './assetPath.ts';

/** The font file of almost all text; preloaded with the document. */
export const mainFont = assetPath(latin);

/** `optional`, so that text never changes its font while it is read; a font that loads too late is used from the next page on. */
const face = (file: string, range: string) =>
  `@font-face{font-family:'Inter Variable';font-style:normal;font-weight:100 900;font-display:optional;src:url(${file}) format('woff2');unicode-range:${range}}`;

/**
 * A system font with Inter's metrics, so that the layout does not shift when Inter loads. `ratio` is Inter's width by the
 * system font's, measured with English text; ascent and descent are Inter's (0.969 and 0.241 of the size).
 */
function standIn(family: string, weights: string, files: readonly string[], ratio: number): string {
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  const locals = files.map((file) => `local('${file}')`).join(',');
  return `@font-face{font-family:'${family}';font-weight:${weights};src:${locals};size-adjust:${percent(ratio)};ascent-override:${percent(0.96875 / ratio)};descent-override:${percent(0.2412 / ratio)};line-gap-override:0%}`;
}

const regular = ['Arial', 'ArialMT', 'Arimo', 'Liberation Sans', 'Helvetica'];
const bold = ['Arial Bold', 'Arial-BoldMT', 'Arimo Bold', 'Liberation Sans Bold', 'Helvetica Bold'];

/** Inter with its optical size axis: text and display cuts in one file. */
export const fontFaces = [
  // This is in every document, so the ranges are coarse: for a character in both, the later face is used.
  face(assetPath(latinExt), 'U+100-2FF,U+1D00-1EFF,U+20A0-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'),
  face(
    mainFont,
    'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215',
  ),
  // The optical size axis narrows large text, so headings have a fallback of their own.
  standIn('Inter Fallback', '100 500', regular, 1.055),
  standIn('Inter Fallback', '501 900', bold, 1.005),
  standIn('Inter Display Fallback', '100 900', bold, 0.955),
].join('');
