import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { FakeResponse } from './fakeDb.ts';
import { refused } from './respondWith.ts';

type ExpectedStates = {
  /** Accessible name of the table. */
  table: string;
  /** Title of the empty state. */
  empty: string;
};

/** Takes a list screen through its states: pending, then an error, then empty after "Try again". `open` renders it over the list's response. */
export async function expectListStates(
  open: (list: () => Promise<FakeResponse>) => unknown,
  { table, empty }: ExpectedStates,
): Promise<void> {
  const first = Promise.withResolvers<FakeResponse>();
  let response = first.promise;
  open(() => response);
  expect((await screen.findByRole('table', { name: table })).getAttribute('aria-busy')).toBe('true');
  first.resolve(refused);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  response = Promise.resolve({ body: [], total: 0 });
  await userEvent.click(retry);
  await screen.findByText(empty);
}
