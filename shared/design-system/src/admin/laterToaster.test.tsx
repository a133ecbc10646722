// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toastsWanted } from '@masomo/design-system';
import { LaterToaster } from './LaterToaster.tsx';

const code = vi.hoisted(() => ({ isReachable: false }));
vi.mock('@masomo/design-system/overlays', () => {
  if (!code.isReachable) throw new TypeError('Failed to fetch');
  return { Toaster: () => <p>Messages</p> };
});

it('leaves the page as it is while its code cannot be loaded without a connection, and appears when it is back', async () => {
  vi.useFakeTimers();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <>
      <p>The page</p>
      <LaterToaster />
    </>,
  );
  expect(toastsWanted.get()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(screen.getByText('The page')).toBeTruthy();
  vi.useRealTimers();
  code.isReachable = true;
  online.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText('The page')).toBeTruthy();
});
