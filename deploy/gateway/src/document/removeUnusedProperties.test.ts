import { expect, test } from 'vitest';
import { removeUnusedProperties } from './removeUnusedProperties.ts';

const tokens = ':root{--red:#f00;--blue:#00f;--accent:var(--blue);--old:var(--older);--older:1px}.dark{--red:#a00;--old:2px}';

test('keeps the properties the page uses, in every theme', () => {
  expect(removeUnusedProperties(tokens, '.a{color:var(--red)}')).toBe(':root{--red:#f00;}.dark{--red:#a00;}');
});

test('keeps the properties a used property refers to', () => {
  expect(removeUnusedProperties(tokens, '<g fill="var(--accent)">')).toBe(':root{--blue:#00f;--accent:var(--blue);}.dark{}');
});

test('removes a property that only an unused one refers to', () => {
  expect(removeUnusedProperties(tokens, '')).toBe(':root{}.dark{}');
});

test('keeps what a used property refers to where the page declares that once more', () => {
  const page = '.grey{--accent:var(--red)}.grey{color:var(--accent)}';
  expect(removeUnusedProperties(tokens, page)).toBe(':root{--red:#f00;--blue:#00f;--accent:var(--blue);}.dark{--red:#a00;}');
  expect(removeUnusedProperties(tokens, '.grey{--accent:var(--red)}')).toBe(':root{}.dark{}');
});

test('a property the page declares itself counts by its value, and other rules stay', () => {
  expect(removeUnusedProperties(`${tokens}a{color:red}`, '<p style="--mine:var(--red)">')).toBe(
    ':root{--red:#f00;}.dark{--red:#a00;}a{color:red}',
  );
});
