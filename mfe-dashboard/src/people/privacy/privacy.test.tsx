// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';
import { processingActivities } from './processingActivities.ts';

const user = userEvent.setup();
afterEach(cleanup);

const request = (id: string, kind: string, more: object = {}) => ({
  id,
  student_id: 's1',
  kind,
  asker: 'Mary Njeri',
  details: null,
  received_on: '2026-01-05',
  due_on: '2026-01-12',
  status: 'open',
  answer: null,
  students: { first_name: 'Brian', last_name: 'Njeri' },
  ...more,
});

function open(
  list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [request('r1', 'access')], total: 1 }),
  obstacles: string[] = [],
) {
  const database = fakeDb(
    respondWith({
      data_requests: list,
      'rpc/erasure_obstacles': { body: obstacles },
      'rpc/answer_data_request': { status: 204, body: null },
      'rpc/request_data': { body: 'r2' },
      students: { body: [{ id: 's1', admission_number: 'GA/1', first_name: 'Brian', last_name: 'Njeri' }], total: 1 },
    }),
  );
  renderRoute(<App />, { path: '/dashboard/school/privacy', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the requests about data', () => {
  it('show their pending, error and empty states', () =>
    expectListStates(open, { table: 'Data requests', empty: 'No requests to answer' }));

  it('are listed with the day to answer, and say when it has passed', async () => {
    open();
    expect(
      await screen.findByRole('row', { name: /Brian Njeri.*See the data.*Mary Njeri.*5 Jan 2026.*12 Jan 2026.*Overdue.*Open/ }),
    ).toBeInTheDocument();
  });

  it('are refused only with a reason', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Answer for Brian Njeri' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Answer'), 'refused');
    await user.click(dialog.getByRole('button', { name: 'Answer request' }));
    expect(await dialog.findByText(/they may complain to the Data Protection Commissioner/)).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Message to the family'), 'You have it already.');
    await user.click(dialog.getByRole('button', { name: 'Answer request' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/answer_data_request')?.body).toEqual({
        request_id: 'r1',
        is_done: false,
        answer: 'You have it already.',
      }),
    );
  });

  it('name what stands against an erasure, and do not offer it', async () => {
    open(() => ({ body: [request('r1', 'erasure')], total: 1 }), ['enrolled', 'fees']);
    await user.click(await screen.findByRole('button', { name: 'Answer for Brian Njeri' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/Basic Education Act/)).toBeInTheDocument();
    expect(dialog.getByText('Fees are still to be settled.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Erase permanently' })).toBeDisabled();
  });

  it('erase a student when nothing stands against it', async () => {
    const { sent } = open(() => ({ body: [request('r1', 'erasure')], total: 1 }));
    await user.click(await screen.findByRole('button', { name: 'Answer for Brian Njeri' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/erased permanently/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Erase permanently' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/answer_data_request')?.body).toMatchObject({ is_done: true }));
  });

  it('are entered from paper with who asks', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Enter request' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter a request' }));
    await user.click(await dialog.findByRole('combobox', { name: /^Student/ }));
    await user.click((await dialog.findAllByRole('option', { selected: false }))[0]!);
    await user.click(dialog.getByRole('button', { name: 'Enter request' }));
    expect(await dialog.findByText('Enter who made the request')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Requested by/), 'Mary Njeri');
    await user.click(dialog.getByRole('button', { name: 'Enter request' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/request_data')?.body).toEqual({
        student_id: 's1',
        kind: 'access',
        details: '',
        asker: 'Mary Njeri',
      }),
    );
  });
});

const breach = {
  id: 'b1',
  noticed_at: '2026-01-05T08:00:00Z',
  report_by: '2026-01-08T08:00:00Z',
  what_happened: 'A laptop was stolen',
  data_concerned: 'Marks of Form 1',
  people_affected: 40,
  measures: '',
  reported_at: null,
  people_told_at: null,
  closed_at: null,
};

describe('the register of breaches', () => {
  function openBreaches(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [breach], total: 1 })) {
    const database = fakeDb(respondWith({ breaches: list, 'rpc/save_breach': { body: 'b1' } }));
    renderRoute(<App />, { path: '/dashboard/school/breaches', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
    return database;
  }

  it('shows its pending, error and empty states', () => expectListStates(openBreaches, { table: 'Breaches', empty: 'No breaches' }));

  it('says that the 72 hours are over, and closes nothing that was not reported', async () => {
    const { sent } = openBreaches();
    expect(
      await screen.findByRole('row', { name: /A laptop was stolen.*Marks of Form 1.*40.*8 Jan 2026.*Overdue.*Open/ }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Edit the entry of 5 Jan 2026/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Closed' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Report it to the Data Protection Commissioner before you close it')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reported to the Commissioner'), '2026-01-06T10:00');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/save_breach')?.body).toMatchObject({
        breach_id: 'b1',
        reported_at: '2026-01-06T07:00:00.000Z',
        is_closed: true,
      }),
    );
  });
});

describe('the processing register', () => {
  const rules = [
    {
      key: 'student_notes',
      data: 'Notes about a former student',
      months: 24,
      counted_from: '',
      reason: '',
      ending: 'deleted',
      translation: null,
    },
    { key: 'books', data: 'Fees, payments and receipts', months: 84, counted_from: '', reason: '', ending: 'kept', translation: null },
  ];
  function openRegister(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: rules })) {
    const database = fakeDb(respondWith({ retention_rules: list }));
    renderRoute(<App />, { path: '/dashboard/school/processing', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
    return database;
  }

  it('says of each activity whose data it is, why it is kept, and by the periods of the jobs how long', async () => {
    openRegister();
    expect(
      await screen.findByRole('row', {
        name: /Health, behaviour and welfare.*Students.*sensitive.*consent.*Each reading is logged.*Notes about a former student: 24 months/,
      }),
    ).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Fees and receipts.*Fees, payments and receipts: at least 84 months/ })).toBeInTheDocument();
    expect(screen.getAllByRole('row')).toHaveLength(1 + processingActivities.length);
  });

  it('shows that it is read, and why it could not be', async () => {
    let respond: (response: FakeResponse) => void = () => {};
    let count = 0;
    openRegister(() => {
      count += 1;
      return count === 1 ? new Promise<FakeResponse>((resolve) => (respond = resolve)) : { body: rules };
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Processing register' })).toBeInTheDocument();
    await waitFor(() => expect(count).toBe(1));
    expect(screen.queryByText('Fees and receipts')).not.toBeInTheDocument();
    respond({ status: 500, body: { message: 'no' } });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Fees and receipts')).toBeInTheDocument();
  });
});
