// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptAll, consentChosenEvent, consentKey, consentRecordKey, consentVersion } from '@masomo/domain/consent';
import { newId } from '@masomo/domain/secureContext';
import { renderRoute } from '@masomo/testing';
import { followConsent, showPreferences } from './consentStore.ts';
import { inlineScript } from '../start/inlineScript.ts';
import { chooseConsent } from './chooseConsent.inline.ts';
import { CookieNotice } from './CookieNotice.tsx';
import { markConsent } from './markConsent.inline.ts';

const inline = (text: string) => {
  new Function(text)();
};
const open = () => renderRoute(<CookieNotice />, { isStyled: true });
const stored = () => JSON.parse(localStorage.getItem(consentKey) ?? 'null') as unknown;
const banner = () => screen.findByRole('region', { name: 'We use cookies' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeAll(() => {
  inline(inlineScript(chooseConsent, consentKey, consentRecordKey, consentVersion, consentChosenEvent, newId));
  followConsent();
});
beforeEach(() => {
  localStorage.clear();
  // What the document's first script says of its colours.
  document.documentElement.className = 'light';
});
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset['consent'];
});

describe('the cookie banner', () => {
  it('appears after a second, unless it was answered or scripts are disabled', async () => {
    open();
    const section = await banner();
    const rules = [...document.querySelectorAll('style')].map((style) => style.textContent).join('');
    expect([...section.classList].some((name) => new RegExp(`\\.${name}\\{[^}]*animation:appear 0\\.15s 1000ms both`).test(rules))).toBe(
      true,
    );
    expect(getComputedStyle(section).display).not.toBe('none');
    inline(inlineScript(markConsent, consentKey, consentRecordKey, consentVersion));
    expect(getComputedStyle(section).display).not.toBe('none');
    localStorage.setItem(consentKey, JSON.stringify(acceptAll));
    inline(inlineScript(markConsent, consentKey, consentRecordKey, consentVersion));
    expect(getComputedStyle(section).display).toBe('none');
    delete document.documentElement.dataset['consent'];
    document.documentElement.className = '';
    expect(getComputedStyle(section).display).toBe('none');
  });

  it.each([
    ['Accept All Cookies', { necessary: true, analytics: true, marketing: true, functional: true }],
    ['Accept Necessary Only', { necessary: true, analytics: false, marketing: false, functional: false }],
  ])('%s is stored and hides it', async (name, expected) => {
    open();
    await banner();
    await press(name);
    expect(stored()).toEqual(expected);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('is answered before the page has started: the answer is stored to be recorded, and hides it', () => {
    document.body.innerHTML = `<button data-consent-choice='${JSON.stringify(acceptAll)}'><b>Accept</b></button>`;
    localStorage.setItem(consentRecordKey, JSON.stringify({ visitorId: 'known', version: 0, isRecorded: true }));
    const chosen = vi.fn((event: Event) => (event as CustomEvent<string>).detail);
    // Before the listener that the started page has.
    window.addEventListener(consentChosenEvent, chosen, { capture: true, once: true });
    const record = vi.fn(() => JSON.parse(localStorage.getItem(consentRecordKey) ?? '') as unknown);
    window.addEventListener(consentChosenEvent, record, { capture: true, once: true });
    document.querySelector('b')?.click();
    expect(chosen).toHaveReturnedWith(JSON.stringify(acceptAll));
    expect(record).toHaveReturnedWith({ visitorId: 'known', version: consentVersion, isRecorded: false });
    expect(stored()).toEqual(acceptAll);
    expect(document.documentElement.dataset['consent']).toBe('');
    document.body.innerHTML = '';
  });

  it('does not appear again once there is a choice', async () => {
    localStorage.setItem(consentKey, JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: true }));
    open();
    await act(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 1_300);
        }),
    );
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('logs a stored choice that is invalid, and asks again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem(consentKey, '{"necessary":false}');
    open();
    await banner();
    expect(warn).toHaveBeenCalled();
  });
});

describe('the preferences', () => {
  it('switch analytics, marketing and functional, never necessary, and are saved', async () => {
    open();
    await banner();
    await press('Customize Settings');
    const dialog = within(await screen.findByRole('dialog', { name: 'Cookie Preferences' }));
    const necessary = screen.getByRole('switch', { name: 'Necessary' });
    expect(necessary).toMatchObject({ checked: true, disabled: true });
    for (const name of ['Analytics', 'Marketing', 'Functional'])
      expect(screen.getByRole('switch', { name })).toHaveProperty('checked', false);
    expect(dialog.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy');
    expect(dialog.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toBe('/terms');
    await userEvent.click(screen.getByRole('switch', { name: 'Functional' }));
    await press('Save Preferences');
    expect(stored()).toEqual({ necessary: true, analytics: false, marketing: false, functional: true });
    await waitFor(() => expect(screen.queryByRole('dialog')?.dataset['state']).not.toBe('open'));
  });

  it('opened and closed without a choice leave the banner as it was', async () => {
    open();
    await banner();
    act(() => showPreferences(true));
    await screen.findByRole('dialog');
    act(() => showPreferences(false));
    await waitFor(() => expect(screen.queryByRole('dialog')?.dataset['state']).not.toBe('open'));
    expect(stored()).toBeNull();
    await banner();
  });
});
