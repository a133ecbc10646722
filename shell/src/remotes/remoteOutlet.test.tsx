// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderRoute } from '@masomo/testing';
import { mountRemote, type RemoteStatus } from './mountRemote.ts';
import { RemoteOutlet } from './RemoteOutlet.tsx';
import { ShellError } from './shellErrors.ts';

vi.mock('./mountRemote.ts', () => ({ mountRemote: vi.fn() }));
afterEach(cleanup);

it('tries again by itself when the connection is back', async () => {
  let show: (status: RemoteStatus) => void = () => undefined;
  const mount = vi.mocked(mountRemote).mockImplementation(({ onStatus }) => {
    show = onStatus;
    return () => undefined;
  });
  renderRoute(<RemoteOutlet name="mfe-store" />);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(mount).toHaveBeenCalledTimes(1);
  act(() => show({ phase: 'failed', error: new ShellError('entryNotLoaded', 'mfe-store') }));
  expect(await screen.findByText('This part is not available right now')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(mount).toHaveBeenCalledTimes(2);
});

it('tries again by itself when it fails just after the connection is back, unless it had rendered', async () => {
  let show: (status: RemoteStatus) => void = () => undefined;
  const mount = vi.mocked(mountRemote).mockReset();
  mount.mockImplementation(({ onStatus }) => {
    show = onStatus;
    return () => undefined;
  });
  renderRoute(<RemoteOutlet name="mfe-store" />);
  act(() => void window.dispatchEvent(new Event('online')));
  act(() => show({ phase: 'failed', error: new ShellError('entryNotLoaded', 'mfe-store') }));
  await vi.waitFor(() => expect(mount).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  vi.useFakeTimers();
  act(() => show({ phase: 'failed', error: new ShellError('renderFailed', 'mfe-store') }));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(mount).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

it('says that it waits, is slow or failed, and nothing once the remote is there', async () => {
  let show: (status: RemoteStatus) => void = () => undefined;
  vi.mocked(mountRemote).mockImplementation(({ onStatus }) => {
    show = onStatus;
    return () => undefined;
  });
  renderRoute(<RemoteOutlet name="mfe-cms" />);
  act(() => show({ phase: 'loading' }));
  expect(within(screen.getByRole('status')).getByLabelText('Loading')).toBeTruthy();
  act(() => show({ phase: 'slow' }));
  expect(screen.getByText('Still loading')).toBeTruthy();
  act(() => show({ phase: 'failed', error: new ShellError('entryNotLoaded', 'mfe-cms') }));
  expect(screen.getByText('This part is not available right now')).toBeTruthy();
  act(() => show({ phase: 'ready' }));
  expect(screen.queryByText('This part is not available right now')).toBeNull();
});
