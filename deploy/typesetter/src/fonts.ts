import { readFileSync } from 'node:fs';

/** The fonts of papers, by package and style: the Latin ones also have Greek and Cyrillic letters. All are under the Open Font License. */
const styles: Readonly<Record<string, readonly string[]>> = {
  'noto-sans': ['400Regular', '600SemiBold', '700Bold'],
  'noto-serif': ['400Regular_Italic', '700Bold'],
  // Noto's Arabic fonts draw a letter and its dots as two glyphs, which readers of PDFs take for two letters.
  'ibm-plex-sans-arabic': ['400Regular', '700Bold'],
  'noto-sans-devanagari': ['400Regular', '700Bold'],
  'noto-sans-ethiopic': ['400Regular', '700Bold'],
  'noto-sans-sc': ['400Regular', '700Bold'],
};

/** The packages that the fonts are from, under `@expo-google-fonts`. */
export const fontPackages = Object.keys(styles);

const fileName = (name: string) =>
  name
    .split('-')
    .map((word) => (['ibm', 'sc'].includes(word) ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');

/** Every font as a TTF file. */
export function readFonts(): Buffer[] {
  return Object.entries(styles).flatMap(([name, of]) => {
    const folder = import.meta.resolve(`@expo-google-fonts/${name}/package.json`);
    return of.map((style) => readFileSync(new URL(`${style}/${fileName(name)}_${style}.ttf`, folder)));
  });
}
