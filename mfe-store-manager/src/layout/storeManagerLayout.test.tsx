// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { menuIcons } from '@masomo/design-system/admin';
import { renderRoute, signedInAs } from '@masomo/testing';
import { StoreManagerLayout } from './StoreManagerLayout.tsx';
import { storeMenu } from './storeMenu.ts';

afterEach(cleanup);

it('offers the other language in its header, and in the menu of a phone', async () => {
  renderRoute(<StoreManagerLayout>Orders</StoreManagerLayout>, { path: '/dashboard/store', session: signedInAs('parent') });
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
  await userEvent.click(screen.getByLabelText('Open menu'));
  expect(within(screen.getByRole('dialog', { name: 'Store manager menu' })).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
});

it.each([true, false])('has an icon for every entry (a manager: %s)', (canManage) => {
  expect(storeMenu(canManage).filter(({ icon }) => !menuIcons[icon])).toEqual([]);
});
