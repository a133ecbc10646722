// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { openStoreManager, pending, unavailable } from '../shared/__tests__/openStoreManager.tsx';
import { App } from '../App.tsx';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(cleanup);

const template = { subject: 'Order {{order}}', opening: 'For {{institution}}.', closing: '' };
const emails = { proforma: template, receipt: template, refund: template };
const groups: Record<string, unknown> = {
  payments: {
    methods: ['mpesa', 'card', 'bank'],
    bank: { bankName: 'KCB', branch: 'Ngong Road', accountName: 'Masomo', accountNumber: '123', swift: 'KCBLKENX', validDays: 14 },
  },
  company: { vatPercent: 16, kraPin: '', currency: 'KES' },
  subscriptions: { reminderDays: [14, 7, 1], graceDays: 30, priceNoticeDays: 30 },
  emails,
  mail_budget: {
    trialSchoolDaily: 200,
    paidSchoolDaily: 20000,
    networkDaily: 300,
    recipientDaily: 20,
    platformRecipientDaily: 100,
    networkOrdersHourly: 120,
    trustedHops: 1,
  },
};
type Saved = { setting_key: string; new_value: Record<string, unknown>; seen: string };

function open(response: { body?: unknown; status?: number } = { body: { updatedAt: '2026-11-21T10:00:00Z' } }) {
  const database = fakeDb(({ path, query }) => {
    const key = query.get('key')?.replace('eq.', '') ?? '';
    if (path === 'settings') return { body: { value: groups[key], updated_at: '2026-11-20T09:00:00Z' } };
    if (path === 'rpc/setting_history') return { body: [] };
    if (path === 'rpc/configured_payment_methods') return { body: ['mpesa', 'bank'] };
    if (path === 'rpc/save_setting') return response as { body: unknown };
    throw new Error(`Unexpected request: ${path}`);
  });
  renderRoute(<App />, { path: '/dashboard/store/settings', session: signedInAs('super_admin'), db: database.db });
  const saved = () => database.sent.filter(({ path }) => path === 'rpc/save_setting').map(({ body }) => body as Saved);
  return { saved };
}

describe('the settings of the store', () => {
  it('disable a payment method and mark one without a provider', async () => {
    const { saved } = open();
    const form = await screen.findByRole('form', { name: 'Payments' });
    expect(await within(form).findByText(/No effect yet/)).toBeInTheDocument();
    expect(within(form).getByRole('button', { name: 'Save payments' })).toBeDisabled();
    await user.click(within(form).getByRole('checkbox', { name: 'Credit Card' }));
    await user.click(within(form).getByRole('button', { name: 'Save payments' }));
    await waitFor(() =>
      expect(saved()[0]).toMatchObject({
        setting_key: 'payments',
        seen: '2026-11-20T09:00:00Z',
        new_value: { methods: ['mpesa', 'bank'], bank: { validDays: 14 } },
      }),
    );
    await waitFor(() => expect(within(form).getByRole('button', { name: 'Save payments' })).toBeDisabled());
  });

  it('show a validation problem at its field and keep the input', async () => {
    open({ body: { problems: [{ path: 'kraPin', problem: 'A KRA PIN is a letter, nine digits and a letter.' }] } });
    const form = await screen.findByRole('form', { name: 'Tax' });
    await user.type(within(form).getByLabelText('KRA PIN'), 'p05');
    await user.click(within(form).getByRole('button', { name: 'Save tax' }));
    expect(await within(form).findByText('A KRA PIN is a letter, nine digits and a letter.')).toBeInTheDocument();
    expect(within(form).getByLabelText('KRA PIN')).toHaveValue('P05');
  });

  it('set how many emails leave in a day', async () => {
    const { saved } = open();
    const form = await screen.findByRole('form', { name: 'Email limits' });
    const trial = within(form).getByLabelText(/^School on trial/);
    await user.clear(trial);
    await user.type(trial, '150');
    await user.click(within(form).getByRole('button', { name: 'Save email limits' }));
    await waitFor(() =>
      expect(saved()[0]).toMatchObject({
        setting_key: 'mail_budget',
        new_value: { ...(groups['mail_budget'] as object), trialSchoolDaily: 150 },
      }),
    );
  });

  it('let the user resolve a conflict with another save', async () => {
    open({ status: 409, body: { code: 'PT409', message: 'Somebody else saved this in the meantime.', hint: 'setting.changed_meanwhile' } });
    const form = await screen.findByRole('form', { name: 'Notice periods' });
    const reminders = within(form).getByLabelText(/Reminders before the end/);
    await user.clear(reminders);
    await user.type(reminders, '21, 3');
    await user.click(within(form).getByRole('button', { name: 'Save notice periods' }));
    expect(await within(form).findByText('Somebody else saved this in the meantime.')).toBeInTheDocument();
    expect(reminders).toHaveValue('21, 3');
    await user.click(within(form).getByRole('button', { name: 'Discard mine, load theirs' }));
    await waitFor(() => expect(reminders).toHaveValue('14, 7, 1'));
  });

  it('preview email templates while typing and list their placeholders', async () => {
    open();
    const form = await screen.findByRole('form', { name: 'Order emails' });
    const preview = within(form).getByRole('region', { name: 'Preview' });
    expect(within(preview).getByText('For Kilimani Primary School.')).toBeInTheDocument();
    await user.type(within(form).getByLabelText('Text after the order details'), 'Thank you, {{{{customer}}.');
    expect(within(preview).getByText('Thank you, Amina Otieno.')).toBeInTheDocument();
    expect(within(form).getByText('{{days}}')).toBeInTheDocument();
    await user.selectOptions(within(form).getByLabelText('Email'), 'refund');
    expect(within(form).getByText('{{reason}}')).toBeInTheDocument();
    expect(within(form).queryByText('{{days}}')).not.toBeInTheDocument();
  });

  it('keep the email templates of each language', async () => {
    const { saved } = open();
    const form = await screen.findByRole('form', { name: 'Order emails' });
    await user.click(within(form).getByRole('radio', { name: 'Swahili' }));
    const subject = within(form).getByLabelText(/^Subject/);
    await user.clear(subject);
    await user.type(subject, 'Jinsi ya kulipa');
    await user.click(within(form).getByRole('button', { name: 'Save order emails' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]?.new_value).toEqual({
      ...emails,
      sw: { ...emails, proforma: { ...template, subject: 'Jinsi ya kulipa' } },
    });
  });

  it('show skeletons of the forms while loading', async () => {
    openStoreManager('/dashboard/store/settings', { settings: pending, 'rpc/setting_history': { body: [] } });
    expect(await screen.findByRole('region', { name: 'Tax' })).toBeInTheDocument();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('report each group that could not be loaded and offer a retry', async () => {
    openStoreManager('/dashboard/store/settings', { settings: unavailable, 'rpc/setting_history': { body: [] } });
    expect(await screen.findByText('Tax could not be loaded')).toBeInTheDocument();
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(5);
  });
});
