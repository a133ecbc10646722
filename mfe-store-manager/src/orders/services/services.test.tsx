// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { OrderServices } from './OrderServices.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const row = {
  order_item_id: 'i1',
  state: 'scheduled',
  person: 'Otieno',
  starts_on: '2027-02-01',
  ends_on: '2027-02-03',
  notes: 'Bring the fee balances',
  order_items: { addon_name: 'Onboarding SaaS', position: 1 },
};

function open(role: Role, saved: FakeResponse = { body: null }, rows: object[] = [row]) {
  const database = fakeDb(respondWith({ service_fulfilments: { body: rows }, 'rpc/save_fulfilment': saved }));
  renderRoute(<OrderServices orderId="o1" />, { db: database.db, session: signedInAs(role) });
  return database;
}

it('a school reads who does a service and when, and changes nothing', async () => {
  open('admin');
  const services = await screen.findByRole('region', { name: 'Services' });
  expect(services).toHaveTextContent('Onboarding SaaS Scheduled');
  expect(services).toHaveTextContent('Otieno · 1 Feb 2027 · 3 Feb 2027');
  expect(services).toHaveTextContent('Bring the fee balances');
  expect(screen.queryByRole('button', { name: 'Edit Onboarding SaaS' })).toBeNull();
});

it('a super admin changes it, and a refusal stands at its field', async () => {
  const { sent } = open('super_admin', {
    status: 400,
    body: { code: 'P0001', message: 'Say who does it.', hint: 'fulfilment.person', details: 'person' },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Onboarding SaaS' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Onboarding SaaS' }));
  await user.selectOptions(dialog.getByLabelText('State'), 'done');
  await user.clear(dialog.getByLabelText('Who does it'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Say who does it.')).toBeVisible();
  await waitFor(() =>
    expect(sent.find(({ path }) => path === 'rpc/save_fulfilment')?.body).toMatchObject({ order_item_id: 'i1', state: 'done', person: '' }),
  );
});
