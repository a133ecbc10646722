// @vitest-environment jsdom
import { Suspense } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyScreen } from './lazyScreen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('waits for the connection instead of failing, and appears when it is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isReachable = false;
  const Screen = lazyScreen(() => (isReachable ? Promise.resolve(() => <p>Here</p>) : Promise.reject(new TypeError('Failed to fetch'))));
  render(
    <Suspense fallback={<p>Waiting</p>}>
      <Screen />
    </Suspense>,
  );
  expect(await screen.findByText('Waiting')).toBeTruthy();
  isReachable = true;
  online.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Here')).toBeTruthy();
});
