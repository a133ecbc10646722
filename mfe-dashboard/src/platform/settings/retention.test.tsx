// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { RetentionCard } from './RetentionCard.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const rule = { key: 'sign_ins', data: 'Sign-ins', months: 12, counted_from: 'the sign-in', reason: 'To notice', ending: 'deleted' };

function open(saved: FakeResponse = { body: null }) {
  const database = fakeDb(
    respondWith({
      retention_rules: { body: [{ ...rule, translation: null }] },
      purge_runs: { body: [{ day: '2026-11-20', rule: 'sign_ins', purged: 3, is_finished: true }] },
      'rpc/set_retention': saved,
    }),
  );
  renderRoute(<RetentionCard />, { session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the retention periods', () => {
  it('are listed with what was deleted lately', async () => {
    open();
    expect(await screen.findByText('12 months')).toBeVisible();
    expect(screen.getByText(/3 records/)).toBeVisible();
  });

  it('are changed in whole months', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Change the retention period of Sign-ins' }));
    const dialog = within(await screen.findByRole('dialog'));
    const months = dialog.getByLabelText(/^Months/);
    await user.clear(months);
    await user.type(months, '0');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('At least 1 month')).toBeVisible();
    await user.clear(months);
    await user.type(months, '6');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/set_retention')?.body).toEqual({ rule: 'sign_ins', months: 6 }));
  });

  it('stay when the law asks for them, and the dialog says so', async () => {
    open({
      status: 400,
      body: { code: 'P0001', message: 'The law requires this period. It can be longer but not shorter.', hint: 'retention.law' },
    });
    await user.click(await screen.findByRole('button', { name: 'Change the retention period of Sign-ins' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('The law requires this period. It can be longer but not shorter.')).toBeVisible();
  });
});
