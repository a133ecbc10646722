// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { setLanguage } from '@masomo/i18n';
import { confirmLeavingWhile, leavingStore } from '@masomo/navigation';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { LanguageButton, LanguageMenuButton } from './LanguageButton.tsx';

afterEach(() => {
  cleanup();
  setLanguage('en');
  document.cookie = 'language=;path=/;max-age=0';
});

it('is named in the other language, for those who read it', () => {
  renderRoute(<LanguageButton />);
  expect(screen.getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
  cleanup();
  setLanguage('sw');
  renderRoute(<LanguageButton />);
  expect(screen.getByRole('button', { name: 'English' }).lang).toBe('en');
});

it('keeps the choice of a signed-in person in the account, and of a guest in the browser', async () => {
  const { db, sent } = fakeDb(() => ({ status: 204, body: null }));
  renderRoute(<LanguageMenuButton />, { session: signedInAs('parent'), db });
  await userEvent.click(screen.getByRole('button', { name: 'Kiswahili' }));
  await waitFor(() => expect(document.cookie).toContain('language=sw'));
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([{ path: 'rpc/set_language', body: { language: 'sw' } }]);
  cleanup();
  document.cookie = 'language=;path=/;max-age=0';
  renderRoute(<LanguageMenuButton />, { db });
  await userEvent.click(screen.getByRole('button', { name: 'Kiswahili' }));
  await waitFor(() => expect(document.cookie).toContain('language=sw'));
  expect(sent).toHaveLength(1);
});

it('changes nothing for who stays for what they have typed', async () => {
  const { db, sent } = fakeDb(() => ({ status: 204, body: null }));
  renderRoute(<LanguageMenuButton />, { session: signedInAs('parent'), db });
  const stop = confirmLeavingWhile(() => true);
  // The frame answers for the person.
  const onLeave = vi.fn(() => leavingStore.get()?.answer(false));
  const end = leavingStore.subscribe(onLeave);
  await userEvent.click(screen.getByRole('button', { name: 'Kiswahili' }));
  await waitFor(() => expect(onLeave).toHaveBeenCalled());
  await waitFor(() => expect(leavingStore.get()).toBeUndefined());
  expect(document.cookie).not.toContain('language=');
  expect(sent).toEqual([]);
  end();
  stop();
});

it('is large enough for a finger in the menu', () => {
  renderRoute(<LanguageMenuButton />, { isStyled: true });
  expect(getComputedStyle(screen.getByText('Kiswahili')).minHeight).toBe('44px');
});
