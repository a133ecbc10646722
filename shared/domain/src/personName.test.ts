import { expect, it } from 'vitest';
import { fullName, splitName } from './personName.ts';

it.each([
  ['Amani  Kiprop Rotich', 'Amani', 'Kiprop Rotich'],
  ['Akinyi, Mary Anne', 'Mary Anne', 'Akinyi'],
  ['Madonna', 'Madonna', ''],
  ['Akinyi,', 'Akinyi', ''],
  ['', '', ''],
])('splits %o', (whole, first, last) => {
  expect(splitName(whole)).toEqual({ first, last });
});

it('puts a name together that may have one part', () => {
  expect(fullName('Amani', 'Kiprop')).toBe('Amani Kiprop');
  expect(fullName('Amani', '')).toBe('Amani');
  expect(fullName('Amani', null)).toBe('Amani');
});
