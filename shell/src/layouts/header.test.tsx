// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { SessionState } from '@masomo/auth';
import type { SiteMenu } from '@masomo/domain/siteMenu';
import { fakeDb, renderRoute } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { testConfig } from '../testing/testConfig.ts';
import { PublicHeader } from './PublicHeader.tsx';

const signedIn: SessionState = { status: 'signed-in', user: { id: '1', email: 'a@b.test', role: 'admin', schoolId: 's', aal: 'aal1' } };
const menu: SiteMenu = {
  header: [
    { label: 'Home', to: '/' },
    {
      label: 'Product',
      links: [
        { label: 'Features', to: '/features' },
        { label: 'Blog', to: 'https://blog.example/' },
      ],
    },
    { label: 'Pricing', to: '/pricing' },
    { label: 'Store', to: '/store' },
    { label: 'Contact Us', to: '/contact', forVisitors: true },
    { label: 'Newcomers', links: [{ label: 'Trial', to: '/trial', forVisitors: true }] },
  ],
  footer: [],
};
async function open(session?: SessionState, isStyled = false) {
  const { db } = fakeDb(() => ({ body: menu }));
  renderRoute(
    <ConfigContext value={testConfig}>
      <PublicHeader />
    </ConfigContext>,
    { path: '/pricing', isStyled, db, ...(session ? { session } : {}) },
  );
  await header().findAllByRole('link', { name: 'Pricing', hidden: true });
}
const header = () => within(screen.getByRole('banner'));
const destinations = () =>
  new Set(
    header()
      .getAllByRole('link', { hidden: true })
      .map((link) => link.getAttribute('href')),
  );
const scrollTo = (top: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });

afterEach(cleanup);

it('leads a visitor to what the CMS has in the menu, and to sign in', async () => {
  await open();
  expect(destinations()).toEqual(
    new Set(['/', '/features', 'https://blog.example/', '/pricing', '/store', '/contact', '/trial', '/login']),
  );
  for (const link of header().getAllByRole('link', { name: 'Pricing' })) expect(link.getAttribute('aria-current')).toBe('page');
  expect(header().queryByRole('link', { name: 'Dashboard' })).toBeNull();
});

it('shows a signed-in person the dashboard instead of what is for visitors, without a group that would be empty', async () => {
  await open(signedIn);
  expect(destinations()).toEqual(new Set(['/', '/features', 'https://blog.example/', '/pricing', '/store', '/dashboard']));
  expect(header().queryByText('Newcomers')).toBeNull();
});

it('closes an open group by Escape, a followed link, and when the focus leaves it', async () => {
  await open();
  const group = document.querySelector('details')!;
  const summary = group.querySelector('summary')!;
  const link = within(group).getByRole('link', { name: 'Features', hidden: true });
  group.open = true;
  link.focus();
  await userEvent.keyboard('{Escape}');
  expect([group.open, document.activeElement]).toEqual([false, summary]);
  group.open = true;
  await userEvent.click(link);
  expect(group.open).toBe(false);
  group.open = true;
  act(() => summary.focus());
  act(() => header().getByRole('link', { name: 'Login' }).focus());
  expect(group.open).toBe(false);
});

it('shrinks past 50 pixels and grows again above', async () => {
  await open();
  const isShrunk = () => screen.getByRole('banner').dataset['shrunk'] !== undefined;
  scrollTo(50);
  expect(isShrunk()).toBe(false);
  scrollTo(51);
  expect(isShrunk()).toBe(true);
  scrollTo(49);
  expect(isShrunk()).toBe(false);
});

it('stands out from the light page once it is scrolled', async () => {
  await open(undefined, true);
  const bar = screen.getByRole('banner').firstElementChild!;
  const ground = () => getComputedStyle(bar).background;
  scrollTo(0);
  const page = ground();
  scrollTo(51);
  expect([page, ground()]).toEqual(['rgb(255, 255, 255)', expect.stringMatching(/^rgb\((?!255, 255, 255)/)]);
});

it('opens and closes its small menu by the browser alone, and closes it when a link is followed', async () => {
  await open();
  const small = document.querySelector<HTMLElement>('[popover]')!;
  const hide = vi.fn();
  small.hidePopover = hide;
  expect(screen.getByLabelText('Open menu').getAttribute('popovertarget')).toBe(small.id);
  const close = within(small).getByLabelText('Close menu');
  expect([close.getAttribute('popovertarget'), close.getAttribute('popovertargetaction')]).toEqual([small.id, 'hide']);
  await userEvent.click(close);
  expect(hide).not.toHaveBeenCalled();
  await userEvent.click(within(small).getByRole('link', { name: 'Store', hidden: true }));
  expect(hide).toHaveBeenCalledTimes(1);
});
