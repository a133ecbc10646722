// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { expectListStates, fakeDb, refused, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const student = {
  id: 's1',
  admission_number: 'GA/1',
  first_name: 'Amani',
  last_name: 'Otieno',
  status: 'active',
  admitted_on: '2026-01-05',
  class_id: 'c1',
  classes: { name: 'Form 1 East' },
};

function open(
  list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [student], total: 1 }),
  role: Role = 'staff',
  saved: FakeResponse = { body: 's2' },
) {
  const database = fakeDb(
    respondWith({
      students: list,
      classes: { body: [{ id: 'c1', name: 'Form 1 East' }] },
      'rpc/save_student': saved,
      'rpc/set_students_status': { body: 1 },
      'rpc/student_profile': refused,
    }),
  );
  const route = renderRoute(<App />, { path: '/dashboard/students', session: signedInAs(role, { schoolId: 'h1' }), db: database.db });
  return { ...database, ...route };
}

async function addBrian() {
  await user.click(await screen.findByRole('button', { name: 'Add student' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add student' }));
  await user.type(dialog.getByLabelText(/^First name/), 'Brian');
  await user.type(dialog.getByLabelText(/^Last name/), 'Njeri');
  await user.type(dialog.getByLabelText(/^Admission number/), 'GA/2');
  await user.click(dialog.getByRole('button', { name: 'Add student' }));
  return dialog;
}

describe('the list of students', () => {
  it('shows its pending, error and empty states', () => expectListStates(open, { table: 'Students', empty: 'No students yet' }));

  it('lists students with their class and status', async () => {
    open();
    expect(await screen.findByRole('row', { name: /Otieno, Amani.*GA\/1.*Form 1 East.*Active.*5 Jan 2026/ })).toBeInTheDocument();
  });

  it('opens with the filters that a person saved, until they are forgotten', async () => {
    localStorage.clear();
    const first = open();
    expect(screen.queryByRole('button', { name: 'Saved view' })).toBeNull();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Graduated');
    await user.click(screen.getByRole('button', { name: 'Saved view' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save these filters for me' }));
    first.unmount();
    const second = open();
    expect(await screen.findByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Graduated');
    expect(second.sent.find(({ path }) => path === 'students')?.query.get('status')).toBe('eq.graduated');
    await user.click(screen.getByRole('button', { name: 'Saved view' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Forget my saved filters' }));
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Active');
    second.unmount();
    open();
    expect(await screen.findByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Active');
  });

  it('is read-only for a teacher', async () => {
    open(undefined, 'teacher');
    expect(await screen.findByRole('link', { name: 'Otieno, Amani' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add student' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Select Amani Otieno' })).toBeNull();
  });

  it('adds a student and opens their page', async () => {
    const { sent, address } = open();
    await addBrian();
    await waitFor(() => expect(address()).toBe('/dashboard/students/s2'));
    expect(sent.find(({ path }) => path === 'rpc/save_student')?.body).toMatchObject({ first_name: 'Brian', admission_number: 'GA/2' });
  });

  it.each([
    ['admin', ['/dashboard/school/plan']],
    ['staff', []],
  ] as const)('says to %s that the plan is full, with a link to it for who may buy another', async (role, links) => {
    const message = 'Your school would have 331 students, and the plan Bronze is for 300.';
    open(undefined, role, { status: 400, body: { code: 'P0001', message, hint: 'plan.full', details: null } });
    const dialog = await addBrian();
    expect(await dialog.findByText(message)).toBeInTheDocument();
    expect(dialog.queryAllByRole('link', { name: 'See plan and licences' }).map((link) => link.getAttribute('href'))).toEqual(links);
    expect(dialog.getByLabelText(/^First name/)).toHaveValue('Brian');
  });

  it('archives the selected students together', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amani Otieno' }));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Archive 1 student?' })).getByRole('button', { name: 'Archive' }),
    );
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_students_status')?.body).toEqual({ student_ids: ['s1'], status: 'left' }),
    );
  });
});
