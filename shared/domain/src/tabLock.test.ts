import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTabLock } from './tabLock.ts';

/** A page without https has no Web Locks. */
beforeEach(() => void vi.stubGlobal('navigator', {}));
afterEach(() => void vi.unstubAllGlobals());

/** Takes the lock until it is told to give it back. */
function holder(name: string, log: string[], signal?: AbortSignal) {
  const { promise, resolve: giveBack } = Promise.withResolvers<void>();
  const ended = withTabLock(
    name,
    async () => {
      log.push('held');
      await promise;
      log.push('given back');
    },
    signal ? { signal } : {},
  );
  return { giveBack, ended };
}

it('lets one of seven tabs work at a time, each in its turn', async () => {
  const log: string[] = [];
  const tabs = Array.from({ length: 7 }, () => holder('seven', log));
  await expect.poll(() => log).toEqual(['held']);
  for (const tab of tabs) tab.giveBack();
  await Promise.all(tabs.map(({ ended }) => ended));
  expect(log).toEqual(Array.from({ length: 7 }, () => ['held', 'given back']).flat());
}, 60_000);

it('leaves who no longer waits out of it', async () => {
  const log: string[] = [];
  const first = holder('leaving', log);
  await expect.poll(() => log).toEqual(['held']);
  const stopping = new AbortController();
  const second = holder('leaving', log, stopping.signal);
  stopping.abort(new Error('left'));
  await expect(second.ended).rejects.toThrow('left');
  first.giveBack();
  await first.ended;
  expect(log).toEqual(['held', 'given back']);
});

it('gives the lock back when the work fails', async () => {
  await expect(withTabLock('failing', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withTabLock('failing', () => 'next')).toBe('next');
});

it('uses the locks of the browser where it has them', async () => {
  vi.stubGlobal('navigator', { locks: { request: async (name: string, _: object, work: () => unknown) => [name, await work()] } });
  expect(await withTabLock('cart', () => 'done')).toEqual(['cart', 'done']);
});
