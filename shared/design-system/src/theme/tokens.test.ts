import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, styledFiles } from './__tests__/styledFiles.ts';
import { tokens } from './tokens.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const lengths = 'gap|rowGap|columnGap|[pm][xytrbles]?|padding\\w*|margin\\w*|[wh]|(?:min|max)[WH]|boxSize|inset\\w*|top|right|bottom|left';
/** A property with a number as text, as in `gap="4"`, `mt={{ base: '2', md: '4' }}` or `px: '3'`. */
const pattern = new RegExp(`(?<![\\w.-])(?:${lengths})(?:=|: )(?:\\{\\{[^}]*\\}\\}|\\{ [^}]*\\}|\\{?["'][^"']*["'])`, 'g');

const unknownSteps = (folder: string) =>
  filesOf(folder, styledFiles).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(pattern)]
      .flatMap(([style]) => [...style.matchAll(/["']-?(\d[\d.]*)["']/g)].map(([, step]) => step!))
      .filter((step) => step !== '0' && !(step in tokens.spacing))
      .map((step) => `${file}: ${step}`),
  );

test('each step of the scale that a style names exists', () => expect(unknownSteps(root)).toEqual([]));

test('a step that does not exist is found in every part of a remote', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'masomo-styles-'));
  const files = [
    'mfe-a/src/a/APage.tsx',
    'modules/library/screens/loans/LoansPage.tsx',
    'addons/gate/slots/HomeCard.tsx',
    'addons/gate/App.tsx',
  ];
  try {
    for (const file of [...files, 'addons/gate/node_modules/a/A.tsx']) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), ['<Box mt', '"4.7" />'].join('='));
    }
    expect(unknownSteps(folder).sort()).toEqual(files.map((file) => `${file}: 4.7`).sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
