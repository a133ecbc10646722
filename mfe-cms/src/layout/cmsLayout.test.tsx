// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderRoute, signedInAs } from '@masomo/testing';
import { CmsLayout } from './CmsLayout.tsx';
import { cmsMenu } from './cmsMenu.ts';

afterEach(cleanup);

it('offers the other language in its header, and in the menu of a phone', async () => {
  renderRoute(<CmsLayout tools={null}>Pages</CmsLayout>, { path: '/dashboard/cms', session: signedInAs('staff') });
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
  await userEvent.click(screen.getByLabelText('Open menu'));
  expect(within(screen.getByRole('dialog', { name: 'CMS menu' })).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
});

it('lists the screens of the CMS in the order that its users know', () => {
  const known = ['', '/pages', '/sections', '/content', '/media', '/pricing', '/users', '/settings'].map((path) => `/dashboard/cms${path}`);
  expect(
    cmsMenu({ role: 'super_admin' })
      .map(({ path }) => path)
      .filter((path) => known.includes(path)),
  ).toEqual(known);
});
