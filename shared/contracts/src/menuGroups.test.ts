import { describe, expect, it } from 'vitest';
import { barOf, inGroups } from './menuGroups.ts';

const at = (path: string, more: { group?: string; bar?: number } = {}) => ({ path, label: path, icon: 'home', ...more });
const menu = [
  at('home', { bar: 1 }),
  at('staff', { group: 'people' }),
  at('classes', { group: 'learning' }),
  at('store', { group: 'money', bar: 3 }),
  at('students', { group: 'people', bar: 2 }),
  at('later', { group: 'of a later release' }),
];
const pathsOf = (entries: readonly { path: string }[]) => entries.map(({ path }) => path);

it('lists what is in no group first, then group by group in the order of the menu', () => {
  expect(pathsOf(inGroups(menu))).toEqual(['home', 'later', 'staff', 'students', 'classes', 'store']);
});

describe('the bar of a phone', () => {
  it('has the named places in their order, then the first of the menu, four in all', () => {
    expect(pathsOf(barOf(menu))).toEqual(['home', 'students', 'store', 'staff']);
  });
  it('has fewer where the menu has fewer', () => {
    expect(pathsOf(barOf(menu.slice(0, 2)))).toEqual(['home', 'staff']);
  });
});
