import { expect, it } from 'vitest';
import { authFailureOf } from './authFailureOf.ts';

it('says the frequent answers of the service in words of its own, and keeps the others', () => {
  const told = (error: Parameters<typeof authFailureOf>[0]) => authFailureOf(error, 'The code could not be checked.').userMessage;
  expect(told({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })).toBe(
    'Too many attempts. Try again in a few minutes.',
  );
  expect(told({ code: 'user_banned', message: 'User is banned' })).toBe('User is banned');
  expect(told({ message: '{}' })).toBe('The code could not be checked.');
  expect(told({ name: 'AuthRetryableFetchError' })).toMatch(/cannot be reached/);
});
