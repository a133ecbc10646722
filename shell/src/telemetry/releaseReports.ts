import type { ReleaseReport } from '@masomo/contracts/releaseReport';
import type { LoadedVersions } from '@masomo/contracts/loadedVersions';
import { newId } from '@masomo/domain/secureContext';
import type { ShellError } from '../remotes/shellErrors.ts';
import { registryStore } from '../registry/registryStore.ts';

type Sample = ReleaseReport['samples'][number];
type Failure = ReleaseReport['failures'][number];

const address = '/_releases/reports';
/**
 * Failures within this time are sent together. A browser that leaves the page ends its downloads, which looks like a failure for
 * as long as the next page takes to respond.
 */
const sendDelayMs = 5_000;
const maxSamples = 40;
const maxFailures = 10;
/** Further failures of one tab tell nothing new. */
const maxFailuresPerVisit = 30;

/** Random per page, to tell one tab that failed often from many that failed once. */
const visitId = newId();
let samples: Sample[] = [];
let failures: Failure[] = [];
let failureCount = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The versions loaded by this page, by app. */
export function loadedVersions(): LoadedVersions {
  const { shell, remotes } = registryStore.get();
  return { shell: shell.version, ...Object.fromEntries(Object.entries(remotes).map(([app, { version }]) => [app, version])) };
}

/** Sends what was recorded; a lost report is not retried. */
function send(): void {
  clearTimeout(timer);
  timer = undefined;
  if (samples.length + failures.length === 0) return;
  // A developer's local build says nothing about the releases.
  if (registryStore.localBuilds().length > 0) return void ([samples, failures] = [[], []]);
  const report: ReleaseReport = { visit: visitId, path: location.pathname.slice(0, 200), versions: loadedVersions(), samples, failures };
  [samples, failures] = [[], []];
  navigator.sendBeacon(address, new Blob([JSON.stringify(report)], { type: 'application/json' }));
}

/** Records a measured value, to be sent when the page is hidden. */
export function recordSample(app: string, version: string, metric: Sample['metric'], value: number): void {
  if (version === '' || samples.length >= maxSamples) return;
  samples.push({ app, version, metric, value: Math.min(Math.max(0, Math.round(value * 1_000) / 1_000), 599_999) });
}

/** Records a failure and sends it if the page is still there a little later. */
export function recordFailure(app: string, version: string, error: ShellError): void {
  if (failures.length >= maxFailures || failureCount >= maxFailuresPerVisit) return;
  failureCount += 1;
  const detail = error.cause instanceof Error ? error.cause.message : typeof error.cause === 'string' ? error.cause : '';
  failures.push({ app, version, number: error.number, detail: detail.slice(0, 500) });
  timer ??= setTimeout(send, sendDelayMs);
}

/**
 * Sends what is left whenever the page is hidden, since a tab on a phone may never come back. web-vitals listens in the
 * capturing phase, and so has recorded its last values before.
 */
export function sendReportsOnLeave(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  window.addEventListener('pagehide', () => {
    failures = [];
    send();
  });
}
