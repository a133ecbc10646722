import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../root.ts';

it('a journey is known by its number: no two have the same', () => {
  const numbers = readdirSync(path.join(root, 'e2e/journeys')).map((file) => /^(\d+)-[a-z-]+\.spec\.ts$/.exec(file)?.[1] ?? file);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  expect(numbers.filter((number) => Number.isNaN(Number(number)))).toEqual([]);
});
