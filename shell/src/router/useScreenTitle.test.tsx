// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { findScreen } from '@masomo/contracts/findScreen';
import { setLanguage } from '@masomo/i18n';
import { ConfigContext } from '../ConfigContext.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { testConfig } from '../testing/testConfig.ts';
import { useScreenTitle } from './useScreenTitle.ts';

afterEach(() => {
  cleanup();
  setLanguage('en');
});

test('a screen is titled with its menu entry, in the language of the page', () => {
  const registry = productRegistry();
  for (const entry of Object.values(registry.remotes).flatMap(({ manifest }) => manifest.menu))
    entry.labels = { sw: `${entry.label} (sw)` };
  const path = '/dashboard/grades/1';
  const open = () =>
    renderHook(() => useScreenTitle(findScreen(registry, path), path), {
      wrapper: ({ children }: { children: ReactNode }) => <ConfigContext value={testConfig}>{children}</ConfigContext>,
    });
  open();
  expect(document.title).toBe(`Grades · ${testConfig.brand.name}`);
  cleanup();
  setLanguage('sw');
  open();
  expect(document.title).toBe(`Grades (sw) · ${testConfig.brand.name}`);
});
