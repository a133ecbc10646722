import { expect, it } from 'vitest';
import { toDataError, unwrap, unwrapNullable } from './errors.ts';

const message = 'Too many requests from this address. Please try again in an hour.';

it('a reached limit is told in the words of the database, and is no failure of the server', () => {
  const failure = { code: 'PT429', message, hint: 'request.too_many', details: null };
  expect(toDataError(failure, 429)).toMatchObject({ kind: 'invalid', userMessage: message, code: 'request.too_many' });
  const unexplained = toDataError({ code: '', message: 'Slow down', hint: null, details: null }, 429);
  expect(unexplained).toMatchObject({ kind: 'invalid', userMessage: 'Too many requests. Wait a few minutes and try again.' });
});

it('no data is something that was not found, unless null is an answer', () => {
  const answer = { data: null as string | null, error: null, status: 200 };
  expect(() => unwrap(answer)).toThrow(expect.objectContaining({ kind: 'not-found' }));
  expect(unwrapNullable(answer)).toBeNull();
  expect(unwrapNullable({ ...answer, data: 'teacher' })).toBe('teacher');
  const refused = { ...answer, error: { code: '42501', message: 'No', hint: null, details: null }, status: 403 };
  for (const read of [unwrap, unwrapNullable]) expect(() => read(refused)).toThrow(expect.objectContaining({ kind: 'not-allowed' }));
});
