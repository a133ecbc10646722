import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstScreen } from './afterFirstScreen.ts';
import { isNetworkSlow } from './slowNetwork.ts';

vi.mock('./slowNetwork.ts', () => ({ isNetworkSlow: vi.fn(() => false) }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('runs at once', () => {
  const task = vi.fn();
  afterFirstScreen(task);
  expect(task).toHaveBeenCalledOnce();
});

it('lets the data of the first screen pass on a slow network, unless it is cancelled', () => {
  vi.mocked(isNetworkSlow).mockReturnValue(true);
  const [task, cancelled] = [vi.fn(), vi.fn()];
  afterFirstScreen(task);
  const cancel = afterFirstScreen(cancelled);
  vi.advanceTimersByTime(3_900);
  expect(task).not.toHaveBeenCalled();
  cancel();
  vi.advanceTimersByTime(200);
  expect([task.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0]);
});
