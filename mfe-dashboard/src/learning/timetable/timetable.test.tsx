// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, refused, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const lesson = {
  id: 'l1',
  weekday: 2,
  starts_at: '08:20:00',
  ends_at: '09:00:00',
  room: 'R1',
  class_id: 'c1',
  subjects: { name: 'Biology' },
  classes: { name: 'Form 1 East' },
};

function open(lessons: () => FakeResponse | Promise<FakeResponse>) {
  const { db } = fakeDb(respondWith({ lessons }));
  renderRoute(<App />, { path: '/dashboard/schedule', session: signedInAs('teacher', { schoolId: 'h1' }), db });
  return screen.findByRole('heading', { level: 1, name: 'Schedule' });
}

describe('the timetable of a teacher', () => {
  it('shows the lessons of each day with their class', async () => {
    await open(() => ({ body: [lesson] }));
    const tuesday = within(await screen.findByRole('region', { name: 'Tuesday' }));
    expect(tuesday.getByText('08:20 to 09:00')).toBeInTheDocument();
    expect(tuesday.getByText('Biology')).toBeInTheDocument();
    expect(tuesday.getByRole('link', { name: 'Form 1 East' })).toHaveAttribute('href', '/dashboard/classes/c1');
    expect(within(screen.getByRole('region', { name: 'Monday' })).getByText('No lessons')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  });

  it('offers no download while it is pending and without lessons', async () => {
    const first = Promise.withResolvers<FakeResponse>();
    await open(() => first.promise);
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
    first.resolve({ body: [] });
    expect(await screen.findByText('No lessons yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
  });

  it('reads again after an error', async () => {
    let response: FakeResponse = refused;
    await open(() => response);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    response = { body: [lesson] };
    await user.click(retry);
    expect(await screen.findByText('Biology')).toBeInTheDocument();
  });
});
