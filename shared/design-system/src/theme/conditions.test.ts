import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultBaseConfig } from '@chakra-ui/react';
import { conditions } from './conditions.ts';
import { filesOf, styledFiles } from './__tests__/styledFiles.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const known = new Set(Object.keys(defaultBaseConfig.conditions ?? {}));

/** The conditions that the files name, as in `_hover`. */
function conditionsIn(folder: string, patterns: readonly string[]): string[] {
  const names = filesOf(folder, patterns).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/(?<![\w.])_(\w+)(?:=\{|['"]?: )/g)].map(([, name]) => name!),
  );
  return names.filter((name) => known.has(name));
}

test('the system knows each condition that a style or a component of Chakra uses, and no other', () => {
  const chakra = path.dirname(createRequire(import.meta.url).resolve('@chakra-ui/react/package.json'));
  const used = [...conditionsIn(root, styledFiles), ...conditionsIn(chakra, ['dist/esm/components/**/*.js'])];
  expect(Object.keys(conditions).sort()).toEqual([...new Set(used)].sort());
});
