// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentKey } from '@masomo/domain/consent';
import { renderRoute } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { testConfig } from '../testing/testConfig.ts';
import { InstallNotice } from './InstallNotice.tsx';
import { dismissInstall, earlyPromptName, listenForInstallPrompt } from './installStore.ts';
import { keepInstallPrompt } from './keepInstallPrompt.inline.ts';
import { inlineScript } from '../start/inlineScript.ts';

let isStandalone = false;
let manifest = { id: '/', short_name: 'Masomo', icons: [{ src: '/icon.svg' }] };
const offer = () => Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn(async () => undefined) });
const wait = (milliseconds: number) =>
  act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      }),
  );
const prompt = () => screen.queryByRole('region', { name: 'Install Masomo' });

function open({ isAnswered = true } = {}) {
  if (isAnswered) localStorage.setItem(consentKey, '{"necessary":true,"analytics":false,"marketing":false,"functional":false}');
  renderRoute(
    <ConfigContext value={testConfig}>
      <InstallNotice />
    </ConfigContext>,
  );
}

async function offered() {
  const event = offer();
  act(() => {
    window.dispatchEvent(event);
  });
  await screen.findByRole('region', { name: 'Install Masomo' });
  return event;
}

beforeEach(() => {
  dismissInstall();
  localStorage.clear();
  sessionStorage.clear();
  isStandalone = false;
  manifest = { id: '/', short_name: 'Masomo', icons: [{ src: '/icon.svg' }] };
  vi.stubGlobal('fetch', async () => Response.json(manifest));
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('standalone') && isStandalone,
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeAll(listenForInstallPrompt);

describe('when the browser offers to install', () => {
  it('Install shows its prompt and ends the offer', async () => {
    open();
    expect(prompt()).toBeNull();
    const event = await offered();
    expect(event.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(event.prompt).toHaveBeenCalledTimes(1);
    expect(prompt()).toBeNull();
  });

  it('before the page has started, the offer comes when it has', async () => {
    open();
    new Function(inlineScript(keepInstallPrompt, earlyPromptName))();
    const event = offer();
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    dismissInstall();
    sessionStorage.clear();
    act(listenForInstallPrompt);
    await screen.findByRole('region', { name: 'Install Masomo' });
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(event.prompt).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(window, earlyPromptName);
  });

  it('at the address of a school’s app it has the name and the icon of the school', async () => {
    manifest = { id: 'http://hill.localhost/?school=s1', short_name: 'Hill Top', icons: [{ src: '/_apps/hill/icon-192.png' }] };
    open();
    act(() => {
      window.dispatchEvent(offer());
    });
    const region = await screen.findByRole('region', { name: 'Install Hill Top' });
    expect(region.querySelector('img')?.getAttribute('src')).toBe('/_apps/hill/icon-192.png');
  });

  it('Not now is remembered for the session', async () => {
    open();
    await offered();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(sessionStorage.getItem('installDismissed')).toBe('true');
    act(() => {
      window.dispatchEvent(offer());
    });
    await wait(20);
    expect(prompt()).toBeNull();
  });

  it('hides when the site was installed', async () => {
    open();
    await offered();
    act(() => {
      window.dispatchEvent(new Event('appinstalled'));
    });
    expect(prompt()).toBeNull();
  });

  it.each([
    ['running installed', true, true],
    ['before the question about cookies is answered', false, false],
  ])('never %s', async (_, standalone, isAnswered) => {
    isStandalone = standalone;
    open({ isAnswered });
    act(() => {
      window.dispatchEvent(offer());
    });
    await wait(20);
    expect(prompt()).toBeNull();
  });
});

it('on an iPhone the three steps come after three seconds', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', maxTouchPoints: 5 });
  vi.useFakeTimers();
  open();
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(prompt()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  await screen.findByRole('region', { name: 'Install Masomo' });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Tap Share', 'Choose Add to Home Screen', 'Tap Add']);
  act(() => screen.getByRole('button', { name: 'Got it' }).click());
  expect(prompt()).toBeNull();
});
