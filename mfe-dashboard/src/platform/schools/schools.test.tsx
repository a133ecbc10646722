// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import {
  expectListStates,
  fakeDb,
  refused,
  renderRoute,
  respondWith,
  signedInAs,
  type FakeResponse,
  type SentRequest,
} from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const school = {
  id: 'h1',
  name: 'Greenfield',
  kind: 'secondary',
  email: null,
  phone: null,
  city: 'Nakuru',
  address: null,
  motto: null,
  version: 'saas',
  is_active: true,
};
const overview = {
  ...school,
  updated_at: '2026-01-05T08:00:00Z',
  is_demo: false,
  created_at: '2025-01-06T08:00:00Z',
  students: 1240,
  staff: 62,
  classes: 24,
  last_sign_in: null,
  file_room: {
    used: 1536 * 1024 * 1024,
    limit: 5120 * 1024 * 1024,
    megabytes: null,
    of_plan: { plan_id: 'gold', plan: 'Gold', is_trial: false, megabytes: 5120 },
  },
  subscription: {
    id: 'b1',
    plan_id: 'pl1',
    plan: 'Growth',
    status: 'active',
    billing: 'annual',
    started_on: '2026-01-01',
    ends_on: '2026-12-31',
    grace_until: null,
    max_students: 1500,
  },
};
const member = {
  id: 'u2',
  first_name: 'Faith',
  last_name: 'Achieng',
  email: 'faith@greenfield.test',
  role: 'teacher',
  school_id: 'h1',
  school: 'Greenfield',
  is_active: true,
  last_sign_in_at: null,
  has_authenticator: false,
  total: 1,
};

function open(path: string, responses: Record<string, FakeResponse | ((request: SentRequest) => FakeResponse | Promise<FakeResponse>)>) {
  const database = fakeDb(respondWith(responses));
  renderRoute(<App />, { path, session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the list of schools', () => {
  it('shows its pending, error and empty states', () =>
    expectListStates((schools) => open('/dashboard/schools', { schools }), { table: 'Schools', empty: 'No schools yet' }));

  it('archives a school after asking', async () => {
    const { sent } = open('/dashboard/schools', {
      schools: ({ method }) => (method === 'PATCH' ? { body: { ...school, is_active: false } } : { body: [school], total: 1 }),
    });
    expect(await screen.findByRole('row', { name: /Greenfield.*Secondary.*Nakuru.*Active/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Archive Greenfield' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_active: false }));
  });
});

describe('a school', () => {
  it('shows its size, subscription and accounts', async () => {
    open('/dashboard/schools/h1', {
      'rpc/school_overview': { body: overview },
      'rpc/list_accounts': { body: [member] },
      'rpc/list_open_invitations': { body: [] },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Greenfield' })).toBeInTheDocument();
    expect(screen.getByText('1,240')).toBeInTheDocument();
    expect(screen.getByText('of 1,500 in the plan')).toBeInTheDocument();
    expect(within(screen.getByRole('region', { name: 'Subscription' })).getByText('Growth')).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: /Faith Achieng.*Teacher.*Not yet.*Active/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Invite again faith@greenfield.test' })).toBeEnabled();
  });

  it('shows how much of its room for files it uses, and takes another limit with a reason', async () => {
    const { sent } = open('/dashboard/schools/h1', {
      'rpc/school_overview': { body: overview },
      'rpc/list_accounts': { body: [member] },
      'rpc/list_open_invitations': { body: [] },
      'rpc/set_school_storage': { status: 204, body: null },
    });
    const card = within(await screen.findByRole('region', { name: 'Room for files' }));
    expect(card.getByText('1.5 GB of 5 GB used')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Change the limit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the room for files' }));
    await user.type(dialog.getByLabelText('Megabytes'), '20480');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Say why')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Reason/), 'They film every lesson.');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_school_storage')?.body).toEqual({
        school_id: 'h1',
        reason: 'They film every lesson.',
        megabytes: 20480,
      }),
    );
  });

  it('changes the room for files of every school with the plan', async () => {
    const { sent } = open('/dashboard/schools/h1', {
      'rpc/school_overview': { body: overview },
      'rpc/list_accounts': { body: [member] },
      'rpc/list_open_invitations': { body: [] },
      'rpc/set_storage_limit': { status: 204, body: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Change it for the plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Room for files with Gold' }));
    expect(dialog.getByText(/Every school with the plan Gold gets this room/)).toBeInTheDocument();
    const field = dialog.getByLabelText(/^Megabytes/);
    expect(field).toHaveValue('5120');
    await user.clear(field);
    await user.type(field, '0');
    await user.click(dialog.getByRole('button', { name: 'Change for all of them' }));
    expect(await dialog.findByText('Enter a whole number from 1 to 10,000,000')).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '8192');
    await user.click(dialog.getByRole('button', { name: 'Change for all of them' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/set_storage_limit')?.body).toEqual({
        plan_id: 'gold',
        is_trial: false,
        megabytes: 8192,
      }),
    );
  });

  it('says when it cannot be read', async () => {
    open('/dashboard/schools/h1', { 'rpc/school_overview': refused });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
    expect(screen.getByRole('link', { name: 'All schools' })).toHaveAttribute('href', '/dashboard/schools');
  });

  it('opens its children’s records only with a reason, and says until when', async () => {
    let openings: object[] = [];
    const { sent } = open('/dashboard/schools/h1', {
      'rpc/school_overview': { body: overview },
      'rpc/list_accounts': { body: [member] },
      'rpc/list_open_invitations': { body: [] },
      record_openings: () => ({ body: openings }),
      'rpc/open_records': () => {
        openings = [
          { id: 'o1', reason: 'Ticket 12: marks are missing', opened_at: '2026-01-05T08:00:00Z', closes_at: '2026-01-05T09:00:00Z' },
        ];
        return { body: '2026-01-05T09:00:00Z' };
      },
      'rpc/close_records': { status: 204, body: null },
    });
    const card = within(await screen.findByRole('region', { name: "Children's records" }));
    await user.click(await card.findByRole('button', { name: 'Open records' }));
    const dialog = within(await screen.findByRole('dialog', { name: "Open children's records" }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Marks');
    await user.click(dialog.getByRole('button', { name: 'Open for an hour' }));
    expect(await dialog.findByText('Give the reason in a sentence. The school will read it.')).toBeInTheDocument();
    await user.clear(dialog.getByLabelText(/^Reason/));
    await user.type(dialog.getByLabelText(/^Reason/), 'Ticket 12: marks are missing');
    await user.click(dialog.getByRole('button', { name: 'Open for an hour' }));
    expect(await card.findByText(/^Open until 5 Jan 2026.*Ticket 12: marks are missing/)).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Close records' }));
    await waitFor(() => expect(sent.some(({ path }) => path === 'rpc/close_records')).toBe(true));
  });
});
