import { expect, it } from 'vitest';
import { DataError } from '@masomo/data';
import { describeError } from './describeError.ts';

it('shows what a DataError says and hides the text of any other error', () => {
  expect(describeError(new DataError('conflict', 'Somebody else changed this.'))).toBe('Somebody else changed this.');
  expect(describeError(new TypeError('x is not a function'))).toBe('The server cannot be reached. Check your connection and try again.');
  expect(describeError(undefined)).toBeUndefined();
});
