// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { SessionState } from '@masomo/auth';
import { renderRoute } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { testConfig } from '../testing/testConfig.ts';
import { PublicHeader } from './PublicHeader.tsx';

const signedIn: SessionState = { status: 'signed-in', user: { id: '1', email: 'a@b.test', role: 'admin', schoolId: 's', aal: 'aal1' } };
const open = (session?: SessionState, isStyled = false) =>
  renderRoute(
    <ConfigContext value={testConfig}>
      <PublicHeader />
    </ConfigContext>,
    { path: '/pricing', isStyled, ...(session ? { session } : {}) },
  );
const header = () => within(screen.getByRole('banner'));
const destinations = () =>
  new Set(
    header()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  );
const scrollTo = (top: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });

afterEach(cleanup);

it('leads a visitor to every public page and to sign in', () => {
  open();
  expect(destinations()).toEqual(new Set(['/', '/versions', '/features', '/demo', '/pricing', '/store', '/about', '/contact', '/login']));
  for (const link of header().getAllByRole('link', { name: 'Pricing' })) expect(link.getAttribute('aria-current')).toBe('page');
  expect(header().queryByRole('link', { name: 'Dashboard' })).toBeNull();
});

it('shows a signed-in person the dashboard instead of contact and sign-in', () => {
  open(signedIn);
  expect(destinations()).toEqual(new Set(['/', '/versions', '/features', '/demo', '/pricing', '/store', '/about', '/dashboard']));
});

it('shrinks past 50 pixels and grows again above', () => {
  open();
  const isShrunk = () => screen.getByRole('banner').dataset['shrunk'] !== undefined;
  scrollTo(50);
  expect(isShrunk()).toBe(false);
  scrollTo(51);
  expect(isShrunk()).toBe(true);
  scrollTo(49);
  expect(isShrunk()).toBe(false);
});

it('stands out from the light page once it is scrolled', () => {
  open(undefined, true);
  const bar = screen.getByRole('banner').firstElementChild!;
  const ground = () => getComputedStyle(bar).background;
  scrollTo(0);
  const page = ground();
  scrollTo(51);
  expect([page, ground()]).toEqual(['rgb(255, 255, 255)', expect.stringMatching(/^rgb\((?!255, 255, 255)/)]);
});

it('opens and closes its small menu by the browser alone, and closes it when a link is followed', async () => {
  open();
  const menu = document.querySelector<HTMLElement>('[popover]')!;
  const hide = vi.fn();
  menu.hidePopover = hide;
  expect(screen.getByLabelText('Open menu').getAttribute('popovertarget')).toBe(menu.id);
  const close = within(menu).getByLabelText('Close menu');
  expect([close.getAttribute('popovertarget'), close.getAttribute('popovertargetaction')]).toEqual([menu.id, 'hide']);
  await userEvent.click(close);
  expect(hide).not.toHaveBeenCalled();
  await userEvent.click(within(menu).getByRole('link', { name: 'Store', hidden: true }));
  expect(hide).toHaveBeenCalledTimes(1);
});
