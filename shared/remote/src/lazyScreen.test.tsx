// @vitest-environment jsdom
import { Suspense, type ComponentType } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyScreen } from './lazyScreen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A screen whose code arrives once `arrive` was called; until then each attempt fails when `fail` is called. */
function lateScreen() {
  let isReachable = false;
  let fail = () => {};
  let attempts = 0;
  const Screen = lazyScreen(
    () =>
      new Promise<ComponentType>((resolve, reject) => {
        attempts += 1;
        if (isReachable) resolve(() => <p>Here</p>);
        else fail = () => reject(new TypeError('Failed to fetch'));
      }),
  );
  render(
    <Suspense fallback={<p>Waiting</p>}>
      <Screen />
    </Suspense>,
  );
  return {
    arrive: () => (isReachable = true),
    fail: () => act(async () => fail()),
    attempts: () => attempts,
  };
}
const connect = () => act(async () => void window.dispatchEvent(new Event('online')));

it('waits for the connection instead of failing, and appears when it is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { fail, arrive } = lateScreen();
  await fail();
  expect(screen.getByText('Waiting')).toBeTruthy();
  arrive();
  online.mockReturnValue(true);
  await connect();
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('appears although the first request after the connection is back still fails', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { fail, arrive, attempts } = lateScreen();
  await fail();
  online.mockReturnValue(true);
  await connect();
  await vi.waitFor(() => expect(attempts()).toBe(2));
  await fail();
  arrive();
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('appears although the connection was back before the request that it broke had failed', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { fail, arrive } = lateScreen();
  online.mockReturnValue(true);
  await connect();
  arrive();
  await fail();
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('shows a part that was loaded ahead at once, with its values', async () => {
  const Part = lazyScreen(async () => ({ name }: { name: string }) => <p>{name}</p>);
  await Part.preload();
  render(<Part name="Asha" />);
  expect(screen.getByText('Asha')).toBeTruthy();
});
