import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../root.ts';
import { addonPictures } from './addonPictures.ts';
import { themes } from './takePictures.ts';

const folders = [...addonPictures()];
const sold = [...readFileSync(path.join(root, 'supabase/seed/01_prices.sql'), 'utf8').matchAll(/, \d+, '([a-z-]+)',$/gm)].map(
  ([, feature = '']) => feature,
);

it('has a picture of each add-on in the price book, by what a licence of it switches on, or one for a version', () => {
  const taken = folders.flatMap(([, pictures]) => pictures.map(({ name }) => name.replace(/-(?:saas|standalone)$/, '')));
  expect([...new Set(taken)].sort()).toEqual([...new Set(sold)].sort());
});

it.each(folders)('has a small file of each picture in %s in both themes, and no other', (folder, pictures) => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'));
  expect(files.sort()).toEqual(pictures.flatMap(({ name }) => themes.map((theme) => `${name}-${theme}.webp`)).sort());
  for (const file of files) expect(statSync(path.join(folder, file)).size, file).toBeLessThan(18 * 1024);
});
