// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../App.tsx';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(cleanup);

const words = { subject: 'Order {{order}}', opening: 'For {{institution}}.', closing: '' };
const groups: Record<string, unknown> = {
  payments: {
    methods: ['mpesa', 'card', 'bank'],
    bank: { bankName: 'KCB', branch: 'Ngong Road', accountName: 'Masomo', accountNumber: '123', swift: 'KCBLKENX', validDays: 14 },
  },
  company: { vatPercent: 16, kraPin: '', currency: 'KES' },
  subscriptions: { trialDays: 30, reminderDays: [14, 7, 1], graceDays: 30, priceNoticeDays: 30 },
  letters: { proforma: words, receipt: words, refund: words },
};
type Saved = { setting_key: string; new_value: Record<string, unknown>; seen: string };

function open(answer: { body?: unknown; status?: number } = { body: { updatedAt: '2026-11-21T10:00:00Z' } }) {
  const database = fakeDb(({ path, query }) => {
    const key = query.get('key')?.replace('eq.', '') ?? '';
    if (path === 'settings') return { body: { value: groups[key], updated_at: '2026-11-20T09:00:00Z' } };
    if (path === 'rpc/setting_history') return { body: [] };
    if (path === 'rpc/configured_payment_methods') return { body: ['mpesa', 'bank'] };
    if (path === 'rpc/save_setting') return answer as { body: unknown };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/store/settings', session: signedInAs('super_admin'), db: database.db });
  const saved = () => database.sent.filter(({ path }) => path === 'rpc/save_setting').map(({ body }) => body as Saved);
  return { saved };
}

describe('the settings of the store', () => {
  it('switch a way of paying off, and say which has no provider', async () => {
    const { saved } = open();
    const form = await screen.findByRole('form', { name: 'Payments' });
    expect(await within(form).findByText(/Has no effect yet/)).toBeInTheDocument();
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

  it('show what the database refuses at its field and keep what was typed', async () => {
    open({ body: { problems: [{ path: 'kraPin', problem: 'A KRA PIN is a letter, nine digits and a letter.' }] } });
    const form = await screen.findByRole('form', { name: 'Tax' });
    await user.type(within(form).getByLabelText('KRA PIN'), 'p05');
    await user.click(within(form).getByRole('button', { name: 'Save tax' }));
    expect(await within(form).findByText('A KRA PIN is a letter, nine digits and a letter.')).toBeInTheDocument();
    expect(within(form).getByLabelText('KRA PIN')).toHaveValue('P05');
  });

  it('let a person decide when somebody else saved first', async () => {
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

  it('preview the mails as they are typed, and list what is filled in', async () => {
    open();
    const form = await screen.findByRole('form', { name: 'Order mails' });
    const preview = within(form).getByRole('region', { name: 'Preview' });
    expect(within(preview).getByText('For Kilimani Primary School.')).toBeInTheDocument();
    await user.type(within(form).getByLabelText('Text after the facts'), 'Thank you, {{{{customer}}.');
    expect(within(preview).getByText('Thank you, Amina Otieno.')).toBeInTheDocument();
    expect(within(form).getByText('{{days}}')).toBeInTheDocument();
    await user.selectOptions(within(form).getByLabelText('Mail'), 'refund');
    expect(within(form).getByText('{{reason}}')).toBeInTheDocument();
    expect(within(form).queryByText('{{days}}')).not.toBeInTheDocument();
  });
});
