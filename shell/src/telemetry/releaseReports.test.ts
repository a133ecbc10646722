// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { releaseReportSchema } from '@masomo/contracts/releaseReport';
import { ShellError } from '../remotes/shellErrors.ts';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { recordFailure, recordSample, sendReportsOnLeave } from './releaseReports.ts';

const beacon = vi.fn<(address: string, body: Blob) => boolean>(() => true);
const sent = () => Promise.all(beacon.mock.calls.map(async ([, body]) => releaseReportSchema.parse(JSON.parse(await body.text()))));

beforeEach(() => {
  vi.useFakeTimers();
  beacon.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
  registryStore.set(productRegistry(7));
});
afterEach(() => vi.useRealTimers());

it('sends failures soon, in one report, with the loaded versions', async () => {
  recordFailure('mfe-store', '0.1.0-a', new ShellError('mountFailed', 'mfe-store', new Error('boom')));
  recordFailure('mfe-cms', '0.1.0-b', new ShellError('importFailed', 'mfe-cms'));
  expect(beacon).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_100);
  const [report] = await sent();
  expect(report?.failures).toEqual([
    { app: 'mfe-store', version: '0.1.0-a', number: 'SHELL-012', detail: 'boom' },
    { app: 'mfe-cms', version: '0.1.0-b', number: 'SHELL-008', detail: '' },
  ]);
  expect(Object.keys(report?.versions ?? {})).toContain('mfe-store');
});

it('sends measured values when the page is hidden, and nothing when there is nothing', async () => {
  sendReportsOnLeave();
  recordSample('mfe-store', '0.1.0-a', 'LCP', 812.34567);
  vi.advanceTimersByTime(60_000);
  expect(beacon).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pagehide'));
  expect(beacon).toHaveBeenCalledTimes(1);
  expect((await sent())[0]?.samples).toEqual([{ app: 'mfe-store', version: '0.1.0-a', metric: 'LCP', value: 812.346 }]);
});

it('sends no failure of a page that is being left', async () => {
  sendReportsOnLeave();
  recordSample('mfe-store', '0.1.0-a', 'LCP', 812);
  recordFailure('mfe-store', '0.1.0-a', new ShellError('entryNotLoaded', 'mfe-store'));
  vi.advanceTimersByTime(3_000);
  window.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(60_000);
  expect((await sent()).map(({ samples, failures }) => [samples.length, failures.length])).toEqual([[1, 0]]);
});

it('a tab that keeps failing stops reporting', () => {
  for (let n = 0; n < 200; n += 1) {
    recordFailure('mfe-store', '0.1.0-a', new ShellError('mountFailed', 'mfe-store'));
    vi.advanceTimersByTime(10_000);
  }
  expect(beacon.mock.calls.length).toBeLessThanOrEqual(30);
});
