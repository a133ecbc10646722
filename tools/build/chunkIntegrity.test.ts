import { expect, test } from 'vitest';
import { sortHashTables } from './chunkIntegrity.ts';

test('sorts the hash table by chunk id, whatever order it was written in', () => {
  const table = (entries: string) => `a();__webpack_require__.sriHashes = {${entries}};b();`;
  const sorted = table('2: "sha384-b",10: "sha384-c",847: "sha384-a"');
  expect(sortHashTables(table('847: "sha384-a",2: "sha384-b",10: "sha384-c"'))).toBe(sorted);
  expect(sortHashTables(sorted)).toBe(sorted);
  expect(sortHashTables('no table')).toBe('no table');
});
