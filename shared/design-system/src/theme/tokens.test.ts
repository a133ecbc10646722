import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tokens } from './tokens.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const lengths = 'gap|rowGap|columnGap|[pm][xytrbles]?|padding\\w*|margin\\w*|[wh]|(?:min|max)[WH]|boxSize|inset\\w*|top|right|bottom|left';
/** A property with a number as text, as in `gap="4"`, `mt={{ base: '2', md: '4' }}` or `px: '3'`. */
const pattern = new RegExp(`(?<![\\w.-])(?:${lengths})(?:=|: )(?:\\{\\{[^}]*\\}\\}|\\{ [^}]*\\}|\\{?["'][^"']*["'])`, 'g');

test('each step of the scale that a style names exists', () => {
  const unknown = globSync('{shared,shell,mfe-*,addons}/**/src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)]
      .flatMap(([style]) => [...style.matchAll(/["']-?(\d[\d.]*)["']/g)].map(([, step]) => step!))
      .filter((step) => step !== '0' && !(step in tokens.spacing))
      .map((step) => `${file}: ${step}`),
  );
  expect(unknown).toEqual([]);
});
