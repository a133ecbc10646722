import { expect, test } from 'vitest';
import { parseSource } from './parseSource.ts';

test.each([
  ["import { a, b as c } from '@masomo/auth';", [['@masomo/auth', ['a', 'b']]]],
  ["import type { A } from '@masomo/auth';", []],
  ["import { type A } from '@masomo/auth';", []],
  ["import { type A, b } from '@masomo/auth';", [['@masomo/auth', ['b']]]],
  ["import x, * as all from './x.ts';", [['./x.ts', ['default', '*']]]],
  ["import * as z from 'z'; type A = z.infer<typeof a>; const a = z.object({ b: z.string() });", [['z', ['object', 'string']]]],
  ["import * as z from 'z'; z.string(); pass(z);", [['z', ['*']]]],
  ["import './effect.ts';", [['./effect.ts', []]]],
  ["export { a as b } from './a.ts';", [['./a.ts', ['a']]]],
  ["export * from './a.ts';", [['./a.ts', ['*']]]],
  ["export type { A } from './a.ts';", []],
  ["const page = () => import('./Page.tsx');", [['./Page.tsx', ['*']]]],
  ["const icon = new URL('./icon.svg', import.meta.url);", [['./icon.svg', []]]],
  ["const text = \"import { a } from 'b'\"; // import 'c'", []],
])('%s', (source, expected) => {
  expect(parseSource('a.ts', source).map(({ specifier, names }) => [specifier, names])).toEqual(expected);
});

test('JSX imports its runtime', () => {
  expect(parseSource('a.tsx', 'export const a = <b />;').map(({ specifier }) => specifier)).toEqual(['react/jsx-runtime']);
});
