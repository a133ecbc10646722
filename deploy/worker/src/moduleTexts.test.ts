import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { moduleTexts } from './moduleTexts.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const saying = globSync('{modules,addons}/*/schema/*_mails.sql', { cwd: root });

it('has the translation of every sentence that mails of modules say, from the folders of the modules', () => {
  const texts = moduleTexts('sw');
  const said = saying.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/private\.say\(\s*'((?:[^']|'')+)'/g)].map(([, text = '']) => text),
  );
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((text) => (texts[text] ?? text) === text)).toEqual([]);
});

it('has nothing for English', () => expect(moduleTexts('en')).toEqual({}));
