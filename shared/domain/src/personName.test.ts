import { expect, it } from 'vitest';
import { fullName, splitName, surnameFirst } from './personName.ts';

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

it('puts the surname first for lists that sort by it', () => {
  expect(surnameFirst('Brian', 'Njeri')).toBe('Njeri, Brian');
  expect(surnameFirst('Brian', null)).toBe('Brian');
  expect(splitName(surnameFirst('Mary Anne', 'Akinyi'))).toEqual({ first: 'Mary Anne', last: 'Akinyi' });
});
