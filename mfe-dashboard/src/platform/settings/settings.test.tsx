// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const values: Record<string, unknown> = {
  'eq.brand': { name: 'Masomo', legalName: 'Masomo Ltd', tagline: 'One school, one place' },
  'eq.contact': {
    phone: '+254 700 000 400',
    email: 'a@x.test',
    salesEmail: 's@x.test',
    supportEmail: 'h@x.test',
    addressLines: ['Nairobi'],
    mapUrl: 'https://maps.test',
  },
};

function open(
  role: Role,
  saved: FakeResponse = { body: { updatedAt: '2026-11-21T09:00:00Z' } },
  responses: Record<string, FakeResponse> = {},
) {
  const database = fakeDb(({ path, query }) => {
    const response = responses[`${path} ${query.get('key')}`] ?? responses[path];
    if (response) return response;
    if (path === 'settings' && query.get('key') === 'eq.demonstration') return { body: [] };
    if (path === 'settings') return { body: { value: values[query.get('key') ?? ''], updated_at: '2026-11-20T09:00:00Z' } };
    if (path === 'rpc/save_setting') return saved;
    if (path === 'rpc/service_status')
      return {
        body: {
          mail: { waiting: 0, failed: 0, oldest_waiting: null, last_sent: null, last_error: null },
          payments: [],
          last_payment: null,
          open_attempts: 0,
          rate_at: null,
          mail_budgets: [],
          mail_networks: 0,
          failing_jobs: [],
        },
      };
    if (path === 'features') return { body: [] };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, {
    path: '/dashboard/settings',
    session: signedInAs(role, { schoolId: role === 'admin' ? 'h1' : null }),
    db: database.db,
  });
  return database;
}
const rename = async (name: string) => {
  const brand = await screen.findByRole('form', { name: 'Brand' });
  await user.clear(within(brand).getByLabelText(/^Name/));
  if (name) await user.type(within(brand).getByLabelText(/^Name/), name);
  await user.click(within(brand).getByRole('button', { name: 'Save brand' }));
  return brand;
};
const bodies = (sent: { path: string; body: unknown }[]) => sent.filter(({ path }) => path === 'rpc/save_setting').map(({ body }) => body);

describe('settings', () => {
  it('save the brand over the version that was read, and again over the saved one', async () => {
    const { sent } = open('super_admin');
    await rename('Elimu');
    const brand = { name: 'Elimu', legalName: 'Masomo Ltd', tagline: 'One school, one place' };
    await waitFor(() => expect(bodies(sent)).toEqual([{ setting_key: 'brand', new_value: brand, seen: '2026-11-20T09:00:00Z' }]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save brand' })).toBeEnabled());
    await rename('Shule');
    await waitFor(() =>
      expect(bodies(sent)[1]).toEqual({ setting_key: 'brand', new_value: { ...brand, name: 'Shule' }, seen: '2026-11-21T09:00:00Z' }),
    );
  });

  it('keep the input on a conflict and when a field is refused', async () => {
    open('super_admin', {
      status: 409,
      body: { code: 'PT409', message: 'Somebody else saved this in the meantime.', hint: 'setting.changed_meanwhile' },
    });
    const brand = await rename('Elimu');
    expect(await within(brand).findByText(/Somebody else saved this in the meantime. Reload the page/)).toBeInTheDocument();
    expect(within(brand).getByLabelText(/^Name/)).toHaveValue('Elimu');
    cleanup();
    const { sent } = open('super_admin', { body: { problems: [{ path: 'phone', problem: 'This is no phone number.' }] } });
    const contacts = await screen.findByRole('form', { name: 'Site contacts' });
    await user.clear(within(contacts).getByLabelText(/^Phone/));
    await user.type(within(contacts).getByLabelText(/^Phone/), '0712 345 678');
    await user.click(within(contacts).getByRole('button', { name: 'Save contacts' }));
    expect(await within(contacts).findByText('This is no phone number.')).toBeInTheDocument();
    expect(bodies(sent)[0]).toMatchObject({ new_value: { mapUrl: 'https://maps.test', addressLines: ['Nairobi'] } });
  });

  it("link an administrator to the school's settings and hide the site's", async () => {
    open('admin');
    expect(within(await screen.findByRole('navigation', { name: 'Your school' })).getByRole('link', { name: 'School' })).toHaveAttribute(
      'href',
      '/dashboard/school',
    );
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('show the health of email and payments, retry failed emails and switch a feature off', async () => {
    const { sent } = open('super_admin', undefined, {
      'rpc/service_status': {
        body: {
          mail: { waiting: 1, failed: 2, oldest_waiting: null, last_sent: null, last_error: 'refused' },
          payments: [{ method: 'mpesa', reported_at: '2026-11-20T09:00:00Z' }],
          last_payment: null,
          open_attempts: 0,
          rate_at: null,
          mail_budgets: [{ school_id: 's1', school: 'Trial School', sent: 200, refused: 9800, most: 200 }],
          mail_networks: 3,
          failing_jobs: [{ job: 'prices', subject: 'p1', reason: 'The disk is full.', failures: 2, next_try_at: '2026-11-20T09:00:00Z' }],
        },
      },
      'rpc/retry_mails': { body: 2 },
      'rpc/list_mail_kinds': { body: [{ template: 'book-lent', label: 'Loan of a book' }] },
      mail_outbox: {
        body: ['order-receipt', 'book-lent', 'gone-module'].map((template, index) => ({
          ...{ id: `m${index + 1}`, template, created_at: '2026-11-20T09:00:00Z', attempts: 10 },
        })),
        total: 3,
      },
      'rpc/retry_mail': { status: 204, body: null },
      'rpc/set_feature': { status: 204, body: null },
      features: {
        body: [
          {
            name: 'checkout',
            label: 'Orders in the store',
            closed_message: 'The store is closed.',
            is_on: true,
            changed_at: '2026-11-20T09:00:00Z',
          },
        ],
      },
    });
    expect(await screen.findAllByText('Needs attention')).toHaveLength(2);
    expect(screen.getByText('Trial School: 200 of 200 sent, 9,800 refused.')).toBeInTheDocument();
    expect(screen.getByText('3 networks have used up their emails of today.')).toBeInTheDocument();
    expect(screen.getByText(/The disk is full\. Next try/)).toBeInTheDocument();
    expect(screen.getByText('M-Pesa is configured')).toBeInTheDocument();
    const retry = await screen.findByRole('button', { name: /^Send again: Receipt of an order/ });
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(made).toHaveBeenCalled());
    const lines = (await (made.mock.calls[0]![0] as Blob).text()).split('\r\n').map((line) => line.replace('\uFEFF', ''));
    vi.restoreAllMocks();
    expect(lines.slice(0, 3)).toEqual([
      'Email,Written,Attempts',
      'Receipt of an order,2026-11-20 12:00:00,10',
      'Loan of a book,2026-11-20 12:00:00,10',
    ]);
    expect(screen.getByRole('button', { name: /^Send again: Loan of a book/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Send again: Email of a module: gone-module/ })).toBeInTheDocument();
    await user.click(retry);
    const question = within(await screen.findByRole('alertdialog', { name: 'Send this email again?' }));
    await user.click(question.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/retry_mail')?.body).toEqual({ mail_id: 'm1' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Send all again' }));
    await user.click(screen.getByLabelText('Orders in the store'));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/set_feature')?.body).toEqual({ feature: 'checkout', is_on: false }));
    expect(sent.some(({ path }) => path === 'rpc/retry_mails')).toBe(true);
  });

  it('remove the demonstration data after a question', async () => {
    const demonstration = { body: [{ key: 'demonstration' }] };
    const { sent } = open('super_admin', undefined, {
      'settings eq.demonstration': demonstration,
      'rpc/remove_demonstration_data': { status: 204, body: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove demonstration data' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove demonstration data?' }));
    expect(sent.some(({ path }) => path === 'rpc/remove_demonstration_data')).toBe(false);
    demonstration.body = [];
    await user.click(question.getByRole('button', { name: 'Remove data' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Demonstration data')).toBeNull());
    expect(sent.filter(({ path }) => path === 'rpc/remove_demonstration_data')).toHaveLength(1);
  });
});
