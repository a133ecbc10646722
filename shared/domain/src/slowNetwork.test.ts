import { afterEach, expect, it, vi } from 'vitest';
import { isNetworkSlow } from './slowNetwork.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  [[], false],
  [[{ name: 'https://masomo.test/releases/shell/1/js/main.js', duration: 120 }], false],
  [[{ name: 'https://masomo.test/rest/v1/rpc/dashboard_summary', duration: 2_000 }], false],
  [
    [
      { name: 'https://masomo.test/releases/shell/1/js/main.js', duration: 120 },
      { name: 'https://masomo.test/releases/shell/1/js/libraries.js', duration: 1_010 },
    ],
    true,
  ],
])('is decided by the slowest script: %j', (entries, isSlow) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceResourceTiming[]);
  expect(isNetworkSlow()).toBe(isSlow);
});
