import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../root.ts';
import { manualPictures } from './pictures.ts';

const folder = path.join(root, 'mfe-dashboard/src/account/help/pictures');
const files = readdirSync(folder).filter((file) => file.endsWith('.webp'));

it('has a file of each picture of the manual, in both languages, and no other', () => {
  expect(files.sort()).toEqual(manualPictures.map(({ name }) => `${name}.webp`).sort());
  const shown = readFileSync(path.join(folder, 'manualPictures.ts'), 'utf8');
  expect(files.filter((file) => !shown.includes(`'./${file}'`))).toEqual([]);
});

it.each(files)('keeps %s below 25 KB', (file) => {
  expect(statSync(path.join(folder, file)).size).toBeLessThan(25 * 1024);
});
