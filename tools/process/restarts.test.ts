import { describe, expect, it } from 'vitest';
import { createRestarts } from './restarts.mjs';

const recoveredMs = 10_000;

describe('a server that ended', () => {
  it('is started again within a second while it gets ready each time', () => {
    let now = 0;
    const delayAfter = createRestarts(() => now);
    const delays = Array.from({ length: 6 }, () => delayAfter({ status: 1, wasStopped: false, readyAt: (now += 1_000) }));
    expect(delays).toEqual([250, 500, 1_000, 1_000, 1_000, 1_000]);
    const readyAt = now;
    now += recoveredMs;
    expect(delayAfter({ status: 137, wasStopped: false, readyAt })).toBe(250);
  });

  it('is started again ever later while a restart does not get ready', () => {
    const delayAfter = createRestarts(() => 0);
    expect(delayAfter({ status: 1, wasStopped: false, readyAt: 0 })).toBe(250);
    const delays = Array.from({ length: 8 }, () => delayAfter({ status: 1, wasStopped: false, readyAt: null }));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('is not kept waiting for those that got ready when it dies before', () => {
    const delayAfter = createRestarts(() => 0);
    for (let death = 0; death < 8; death += 1) delayAfter({ status: 1, wasStopped: false, readyAt: 0 });
    expect(delayAfter({ status: 1, wasStopped: false, readyAt: null })).toBe(500);
    expect(delayAfter({ status: 1, wasStopped: false, readyAt: 0 })).toBe(1_000);
  });

  it('stays down when it was stopped, ended by itself, or never was ready', () => {
    const delayAfter = createRestarts(() => 0);
    expect(delayAfter({ status: 1, wasStopped: false, readyAt: null })).toBeNull();
    expect(delayAfter({ status: 143, wasStopped: true, readyAt: 0 })).toBeNull();
    expect(delayAfter({ status: 0, wasStopped: false, readyAt: 0 })).toBeNull();
  });
});
