// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const account = {
  id: 'u2',
  first_name: 'Faith',
  last_name: 'Achieng',
  email: 'faith@greenfield.test',
  role: 'staff',
  school_id: 'h1',
  is_active: true,
  school: 'Greenfield',
  last_sign_in_at: null,
  has_authenticator: false,
  total: 1,
};

function open(path: string, responses: Record<string, FakeResponse | (() => FakeResponse | Promise<FakeResponse>)>) {
  const database = fakeDb(respondWith(responses));
  renderRoute(<App />, { path, session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the accounts', () => {
  it('show their pending, error and empty states', () =>
    expectListStates((list) => open('/dashboard/users', { 'rpc/list_accounts': list }), { table: 'Users', empty: 'No accounts yet' }));

  it('offer neither another role nor an end of access for a super admin', async () => {
    open('/dashboard/users', {
      'rpc/list_accounts': { body: [account, { ...account, id: 'u3', email: 'ann@x.test', role: 'super_admin' }] },
    });
    expect(await screen.findByRole('row', { name: /Faith Achieng.*Staff.*Greenfield.*Active/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change role of faith@greenfield.test' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /ann@x\.test$/ })).toBeNull();
  });

  it('lose an authenticator app with a reason, where there is one and never the own', async () => {
    const enrolled = { ...account, has_authenticator: true };
    const { sent } = open('/dashboard/users', {
      'rpc/list_accounts': {
        body: [
          { ...enrolled, id: '00000000-0000-4000-8000-000000000001', email: 'me@x.test', role: 'super_admin' },
          { ...enrolled, id: 'u3', email: 'ann@x.test', role: 'super_admin' },
          { ...account, id: 'u4', email: 'none@x.test' },
          enrolled,
        ],
      },
      'rpc/reset_authenticator': { status: 204, body: null },
    });
    const buttons = await screen.findAllByRole('button', { name: /^Reset the authenticator app/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Reset the authenticator app of ann@x.test',
      'Reset the authenticator app of faith@greenfield.test',
    ]);
    await user.click(buttons[1]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset the authenticator app of faith@greenfield.test?' }));
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(await dialog.findByText('Say why you are resetting it.')).toBeInTheDocument();
    expect(sent.some(({ path }) => path === 'rpc/reset_authenticator')).toBe(false);
    await user.type(dialog.getByLabelText(/^Reason/), 'Lost the phone, called back');
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/reset_authenticator')?.body).toEqual({
        person: 'u2',
        reason: 'Lost the phone, called back',
      }),
    );
  });

  it('get another role', async () => {
    const { sent } = open('/dashboard/users', {
      'rpc/list_accounts': { body: [account] },
      schools: { body: [{ id: 'h1', name: 'Greenfield' }] },
      'rpc/set_user_role': { body: { id: 'u2' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Change role of faith@greenfield.test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of faith@greenfield.test' }));
    await user.selectOptions(dialog.getByLabelText('Role'), 'Teacher');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_user_role')?.body).toEqual({ user_id: 'u2', role: 'teacher', school_id: 'h1' }),
    );
  });
});

describe('the school of an account', () => {
  it('is searched on the server, and stays on offer while another is looked for', async () => {
    const { sent } = open('/dashboard/users', {
      'rpc/list_accounts': { body: [account] },
      schools: { body: [{ id: 'h7', name: 'Lakeside' }], total: 1_002 },
      'rpc/set_user_role': { body: { id: 'u2' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Change role of faith@greenfield.test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of faith@greenfield.test' }));
    expect(await dialog.findByText('Showing 50 of 1,002. Type a name or town.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Find school'), 'lake');
    await waitFor(() => expect(sent.at(-1)?.query.get('search_text')).toBe('like.%lake%'));
    expect(dialog.getByRole('option', { name: 'Greenfield' })).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('School'), 'Lakeside');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/set_user_role')?.body).toMatchObject({ school_id: 'h7' }));
  });
});

describe('the activity log', () => {
  const entry = {
    id: 7,
    at: '2026-11-20T09:00:00Z',
    actor: 'Joseph Mwangi',
    actor_email: 'admin@x.test',
    school: 'Greenfield',
    school_id: 'h1',
    action: 'update',
    entity: 'users',
    entity_id: 'u1',
    before: { role: 'staff' },
    after: { role: 'teacher' },
  };

  it('shows who changed what, and is filtered on the server', async () => {
    const { sent } = open('/dashboard/users/audit', { audit_entries: { body: [entry], total: 1 } });
    expect(
      await screen.findByRole('row', { name: /Joseph Mwangi.*Changed an account.*Role changed from Staff member to Teacher.*Greenfield/ }),
    ).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Item'), 'Fee payments');
    await waitFor(() => expect(sent.at(-1)?.query.get('entity')).toBe('eq.fee_payments'));
  });

  it('names the tables of modules and add-ons as these say', async () => {
    const { sent } = open('/dashboard/users/audit', {
      audit_entries: { body: [{ ...entry, entity: 'library_loans', action: 'insert' }], total: 1 },
      'rpc/list_audited_tables': { body: [{ entity: 'library_loans', label: 'Lent books' }] },
    });
    expect(await screen.findByRole('row', { name: /Joseph Mwangi.*Added to “Lent books”/ })).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Item'), 'Lent books');
    await waitFor(() => expect(sent.at(-1)?.query.get('entity')).toBe('eq.library_loans'));
  });

  it('names one record for one, and as many as an import brought', async () => {
    const log = [
      { ...entry, action: 'insert', entity: 'fee_payments', after: { amount: 500 } },
      { ...entry, id: 11, action: 'insert', entity: 'fee_payments', after: { amount: -500, reverses: entry.entity_id } },
      { ...entry, id: 12, action: 'insert', entity: 'fee_credits', after: { amount: 500 } },
      { ...entry, id: 13, entity: 'students', before: { class_id: 'Form 3 East' }, after: { class_id: 'Form 4 West' } },
      { ...entry, id: 2, action: 'import', entity: 'payments', entity_id: null, before: null, after: { added: 1 } },
      { ...entry, id: 3, action: 'import', entity: 'payments', entity_id: null, before: null, after: { added: 12 } },
      { ...entry, id: 4, action: 'import-undone', entity: 'payments', entity_id: null, before: null, after: { removed: 12, kept: 0 } },
      { ...entry, id: 5, action: 'read', entity: 'student_records', entity_id: null, before: null, after: null },
      { ...entry, id: 6, action: 'export', entity: 'students' },
    ];
    open('/dashboard/users/audit', { audit_entries: { body: log, total: log.length } });
    for (const sentence of [
      'Added a fee payment',
      'Reversed a fee payment',
      'Credited a charge',
      'Class changed from Form 3 East to Form 4 West',
      'Imported 1 fee payment',
      'Imported 12 fee payments',
      'Undid an import of 12 rows',
      'Read “Records”',
      'Downloaded the data of a student',
    ])
      expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('says why where a reason was given, and has a name for each item and action', async () => {
    const reopened = { ...entry, entity: 'school_terms', before: { closed_at: '2026-04-20T08:00:00Z' }, after: { closed_at: null } };
    open('/dashboard/users/audit', { audit_entries: { body: [{ ...reopened, reason: 'A mark was mixed up' }], total: 1 } });
    expect(await screen.findByText('Reason: A mark was mixed up')).toBeVisible();
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    for (const label of ['Item', 'Action']) {
      expect(options(label).length).toBeGreaterThan(5);
      expect(new Set(options(label)).size).toBe(options(label).length);
    }
  });

  it('goes through the log without counting it', async () => {
    const log = Array.from({ length: 45 }, (_, n) => ({ ...entry, id: n + 1 }));
    const { db, sent } = fakeDb(({ query }) => {
      const from = Number(query.get('offset') ?? 0);
      return { body: log.slice(from, from + Number(query.get('limit'))) };
    });
    renderRoute(<App />, { path: '/dashboard/users/audit', session: signedInAs('super_admin'), db });
    expect(await screen.findByText('1–20 of more than 20')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Page 3' }));
    expect(await screen.findByText('41–45 of 45')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(sent.some((request) => request.headers.get('prefer')?.includes('count'))).toBe(false);
  });

  it('names the child that a record is about', async () => {
    const mark = { ...entry, entity: 'grades', student: 'Wanjiru Kamau', before: { score: 61 }, after: { score: 91 } };
    open('/dashboard/users/audit', { audit_entries: { body: [mark], total: 1 } });
    expect(await screen.findByRole('row', { name: /Changed a mark.*Marks changed from 61 to 91.*Wanjiru Kamau/ })).toBeInTheDocument();
  });

  it('says what became of an entry on behaviour', async () => {
    const shared = { ...entry, entity: 'behaviour_entries', before: { shared_at: null }, after: { shared_at: '2026-11-20T08:00:00Z' } };
    open('/dashboard/users/audit', { audit_entries: { body: [shared], total: 1 } });
    expect(await screen.findByText('Shared with the family changed from nothing to 20 Nov 2026, 11:00')).toBeInTheDocument();
  });

  it('words columns and values, and shows neither keys of records nor what the database keeps for itself', async () => {
    const person = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const change = {
      before: { class_id: person, due_on: null, amount: 5000, is_active: true, request_hash: 'a1', reminded_days: [7] },
      after: { class_id: null, due_on: '2026-11-20', amount: 18300, is_active: false, request_hash: 'b2', reminded_days: [7, 1] },
    };
    const added = {
      ...entry,
      id: 8,
      action: 'insert',
      before: null,
      after: { id: person, user_id: person, method: 'bank', paid_on: '2026-11-20', features: [] },
    };
    open('/dashboard/users/audit', { audit_entries: { body: [{ ...entry, ...change }, added], total: 2 } });
    expect(
      await screen.findByText(
        'Class changed; Due date changed from nothing to 20 Nov 2026; Amount changed from KES 5,000 to KES 18,300; Active changed from Yes to No',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('Method: Bank deposit; Payment date: 20 Nov 2026')).toBeInTheDocument();
  });

  it('shows its pending, error and empty states', () =>
    expectListStates((list) => open('/dashboard/users/audit', { audit_entries: list }), { table: 'Activity log', empty: 'Nothing yet' }));
});
