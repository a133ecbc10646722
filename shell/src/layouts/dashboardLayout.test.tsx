// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { testConfig } from '../testing/testConfig.ts';
import { DashboardLayout } from './DashboardLayout.tsx';

afterEach(cleanup);

it('offers the other language in its header, and in the menu of a phone', async () => {
  registryStore.set(productRegistry());
  renderRoute(
    <ConfigContext value={testConfig}>
      <DashboardLayout>Marks</DashboardLayout>
    </ConfigContext>,
    { path: '/dashboard', session: signedInAs('parent'), db: fakeDb(() => ({ body: [], total: 0 })).db },
  );
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
  await userEvent.click(screen.getByLabelText('Open menu'));
  expect(within(screen.getByRole('dialog', { name: 'Dashboard menu' })).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
});
