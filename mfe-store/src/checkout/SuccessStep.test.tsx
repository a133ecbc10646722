// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderRoute, signedInAs } from '@masomo/testing';
import { SuccessStep } from './SuccessStep.tsx';
import type { SubmittedOrder } from './submitOrder.ts';

afterEach(cleanup);

const order: SubmittedOrder = {
  id: '00000000-0000-4000-8000-000000000009',
  orderNumber: 'ORD-2026-007',
  paymentReference: 'MS7K3QW9XZ',
  paymentMethod: 'mpesa',
  status: 'completed',
  total: 3999,
  net: 3447.41,
  vat: 551.59,
  isEarlier: false,
  orderKey: '00000000-0000-4000-8000-000000000008',
  email: 'bursar@kilimani.test',
  phone: '0712345678',
};

it.each([
  ['admin', 1],
  ['parent', 0],
] as const)('leads those who run a school, and nobody else, on to the dashboard: %s', async (role, links) => {
  renderRoute(<SuccessStep order={order} needsKey={false} bank={undefined} onDone={vi.fn()} />, { session: signedInAs(role) });
  expect(await screen.findByRole('heading', { name: 'Order Successful!' })).toBeVisible();
  const found = screen.queryAllByRole('link', { name: 'Go to the dashboard' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: links }, () => '/dashboard'));
});

it.each([true, false])('says what to do with a key where one is needed: %s', async (needsKey) => {
  renderRoute(<SuccessStep order={order} needsKey={needsKey} bank={undefined} onDone={vi.fn()} />, { session: signedInAs('admin') });
  await screen.findByRole('heading', { name: 'Order Successful!' });
  expect(screen.queryAllByText(/^For your own server: download the key/)).toHaveLength(needsKey ? 1 : 0);
});
