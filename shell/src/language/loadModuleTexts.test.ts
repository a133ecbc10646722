// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { loadTexts } from '@masomo/i18n';
import { signedInAs } from '@masomo/testing';
import { loadModuleTexts } from './loadModuleTexts.ts';

const signedOut = { status: 'signed-out', user: null } as const;

vi.mock(import('@masomo/i18n'), async (original) => ({ ...(await original()), loadTexts: vi.fn(async () => undefined) }));
afterEach(() => {
  sessionStore.set(signedOut);
  vi.mocked(loadTexts).mockClear();
});

it('loads what modules say once somebody is signed in, and only once', () => {
  sessionStore.set(signedOut);
  loadModuleTexts();
  expect(loadTexts).not.toHaveBeenCalled();
  sessionStore.set(signedInAs('admin'));
  sessionStore.set(signedInAs('teacher'));
  expect(loadTexts).toHaveBeenCalledTimes(1);
});

it('loads it at once for somebody who is signed in already', () => {
  sessionStore.set(signedInAs('admin'));
  loadModuleTexts();
  expect(loadTexts).toHaveBeenCalledTimes(1);
});
