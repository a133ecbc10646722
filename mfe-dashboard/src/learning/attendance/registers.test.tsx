// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const names = [
  { id: 'c1', name: 'Form 1 East' },
  { id: 'c2', name: 'Form 1 West' },
  { id: 'c3', name: 'Form 2 East' },
];
const counts = { present: 28, late: 1, excused: 0, absent: 2 };
const none = { present: 0, late: 0, excused: 0, absent: 0 };
const states = [
  { ...names[0], ...counts, students: 31 },
  { ...names[1], ...counts, present: 3, students: 30 },
  { ...names[2], ...none, students: 33 },
];

function open(isReadable = true, openRows = [states[2]]) {
  const database = fakeDb(({ path, query }) => {
    if (path === 'classes') return { body: names };
    if (path === 'rpc/register_progress') {
      if (!isReadable) return { status: 400, body: { code: 'P0001', message: 'Not now.' } };
      const rows = query.get('is_not_started') === 'true' ? openRows : states;
      return { body: rows.map((row) => ({ ...row, total: rows.length })) };
    }
    if (path === 'rpc/class_register')
      return { body: { term: 'Term 3', students: [{ id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', status: null }] } };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/attendance', session: signedInAs('staff', { schoolId: 'h1' }), db: database.db });
  return database;
}
const card = () => screen.findByRole('region', { name: 'Registers of the day' });

describe('the registers of a day', () => {
  it('name those not started, and open one', async () => {
    const { sent } = open();
    expect(await within(await card()).findByText(/^2 of 3 registers of .* taken$/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Take the register of Form 2 East' }));
    await waitFor(() => expect(screen.getByLabelText('Class')).toHaveValue('c3'));
    await waitFor(() => expect(sent.some(({ path, query }) => path === 'rpc/class_register' && query.get('class_id') === 'c3')).toBe(true));
  });

  it('are not missed on a Sunday, and are when one was begun', async () => {
    open(true, states);
    fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '2026-11-22' } });
    expect(await within(await card()).findByText('No school on this day')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Take the register of Form 2 East' })).toBeNull();
    cleanup();
    open();
    fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '2026-11-22' } });
    expect(await within(await card()).findByText(/^2 of 3 registers of 22 Nov 2026 taken$/)).toBeInTheDocument();
  });

  it('show progress and absences of each class', async () => {
    open();
    await user.click(await within(await card()).findByRole('button', { name: 'See all' }));
    const table = await screen.findByRole('table', { name: 'Registers of the day' });
    expect(await within(table).findByRole('row', { name: /Form 1 East.*Taken.*28.*1.*0.*2/ })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: /Form 1 West.*6 of 30 marked/ })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: /Form 2 East.*Not started/ })).toBeInTheDocument();
  });

  it('do not block marking when they cannot be read', async () => {
    open(false);
    expect(await within(await card()).findByText('Registers could not be loaded.')).toBeInTheDocument();
    expect(await screen.findByRole('radiogroup', { name: 'Attendance of Amani Otieno' })).toBeInTheDocument();
  });
});
