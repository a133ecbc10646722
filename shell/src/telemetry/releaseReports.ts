import type { ReleaseReport } from '@masomo/contracts/releaseReport';
import type { LoadedVersions } from '@masomo/contracts/loadedVersions';
import type { ShellError } from '../remotes/shellErrors.ts';
import { registryStore } from '../registry/registryStore.ts';

type Sample = ReleaseReport['samples'][number];
type Failure = ReleaseReport['failures'][number];

const address = '/_releases/reports';
/** Failures of one moment travel together. */
const sendDelayMs = 500;
const maxSamples = 40;
const maxFailures = 10;
/** A tab that fails again and again has said what there is to say. */
const maxFailuresPerVisit = 30;

/** Random and of this page alone: it tells one tab that failed often from many that failed once. */
const visitId = crypto.randomUUID();
let samples: Sample[] = [];
let failures: Failure[] = [];
let failureCount = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The versions this page runs together. */
export function loadedVersions(): LoadedVersions {
  const { shell, remotes } = registryStore.get();
  return { shell: shell.version, ...Object.fromEntries(Object.entries(remotes).map(([app, { version }]) => [app, version])) };
}

/** Hands over what was noted. A report that does not arrive is not worth disturbing anybody. */
function send(): void {
  clearTimeout(timer);
  timer = undefined;
  if (samples.length + failures.length === 0) return;
  // What a build on somebody's own machine does says nothing about the releases.
  if (registryStore.localBuilds().length > 0) return void ([samples, failures] = [[], []]);
  const report: ReleaseReport = { visit: visitId, path: location.pathname.slice(0, 200), versions: loadedVersions(), samples, failures };
  [samples, failures] = [[], []];
  navigator.sendBeacon(address, new Blob([JSON.stringify(report)], { type: 'application/json' }));
}

/** Notes a measured value; it is sent when the tab is left. */
export function recordSample(app: string, version: string, metric: Sample['metric'], value: number): void {
  if (version === '' || samples.length >= maxSamples) return;
  samples.push({ app, version, metric, value: Math.min(Math.max(0, Math.round(value * 1_000) / 1_000), 599_999) });
}

/** Notes that a part failed; it is sent at once, so that others may be spared. */
export function recordFailure(app: string, version: string, error: ShellError): void {
  if (failures.length >= maxFailures || failureCount >= maxFailuresPerVisit) return;
  failureCount += 1;
  const detail = error.cause instanceof Error ? error.cause.message : typeof error.cause === 'string' ? error.cause : '';
  failures.push({ app, version, number: error.number, detail: detail.slice(0, 500) });
  timer ??= setTimeout(send, sendDelayMs);
}

/**
 * Sends what is left whenever the tab is put away; a tab on a phone may never come back. Whoever measures listens in the
 * capturing phase, and so has noted its last values before.
 */
export function sendReportsOnLeave(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  window.addEventListener('pagehide', send);
}
