import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { walkSources } from './sourceGraph.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-sources-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const walk = () => walkSources([path.join(folder, 'entry.ts')], (specifier) => specifier === '@masomo/auth');
const names = (files: Map<string, string>) => [...files.keys()].map((file) => path.basename(file)).sort();

test('finds every bundled file once and lists the names imported from externals', async () => {
  await write(
    'entry.ts',
    "import { a } from './a.ts'; import icon from './icon.svg'; import { useSession } from '@masomo/auth'; import { z } from 'zod'; void import('./lazy.ts'); export { a, icon, useSession, z };",
  );
  await write(
    'a.ts',
    "import { b } from './entry.ts'; import { Allowed } from '@masomo/auth'; import { csvLine } from '@masomo/domain/csv'; export const a = [b, Allowed, csvLine];",
  );
  await write('lazy.ts', 'export const lazy = 1;');
  await write('icon.svg', '<svg/>');
  const { files, packages, externalNames } = walk();
  expect(names(files)).toEqual(['a.ts', 'csv.ts', 'entry.ts', 'formulas.ts', 'icon.svg', 'lazy.ts']);
  expect([...packages]).toContain('zod');
  expect(externalNames).toEqual({ '@masomo/auth': ['Allowed', 'useSession'] });
});

test('counts a macro as an import of what it is compiled into', async () => {
  await write('entry.ts', "import { plural } from '@lingui/core/macro'; export { plural };");
  const { externalNames, packages } = walkSources([path.join(folder, 'entry.ts')], (specifier) => specifier === '@masomo/i18n');
  expect(externalNames).toEqual({ '@masomo/i18n': ['Trans', 't'] });
  expect([...packages]).toEqual([]);
});

test('changing a file changes only its own hash', async () => {
  await write('entry.ts', "import './a.ts';");
  await write('a.ts', '1;');
  const before = walk().files;
  await write('a.ts', '2;');
  const after = walk().files;
  const changed = [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => path.basename(file));
  expect(changed).toEqual(['a.ts']);
});

test('names the importer of a missing file', async () => {
  await write('entry.ts', "import './missing.ts';");
  expect(walk).toThrow(/entry\.ts imports .*missing\.ts, which does not exist/);
});
