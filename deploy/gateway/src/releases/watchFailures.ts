import { endCanary, rollback, type ReleaseStore } from '@masomo/release';

export type Failure = { app: string; version: string; number: string };
type Reporter = { visit: string; address: string };
type Report = Reporter & { at: number };

/** A version is withdrawn after failures in so many tabs within this time. */
const minVisits = 5;
const windowMs = 5 * 60_000;
/** Tabs counted per network address: one sender cannot withdraw a release by inventing tabs, a school behind one address still counts. */
const maxVisitsPerAddress = 3;
/** After a withdrawal the app is left alone, so that trouble outside the release does not withdraw the version before it as well. */
const cooldownMs = 10 * 60_000;
const maxReportsPerVersion = 200;

/**
 * Failures caused by the release. A download that failed, timed out or was altered on its way is the fault of the visitor's network.
 */
const releaseFailures: ReadonlySet<string> = new Set([
  'SHELL-007',
  'SHELL-008',
  'SHELL-009',
  'SHELL-010',
  'SHELL-011',
  'SHELL-012',
  'SHELL-013',
]);

type Options = {
  store: ReleaseStore;
  onWithdrawn: (release: { app: string; version: string; reason: string }) => void;
  now?: () => number;
};

/** Takes a version out of service when enough visitors report that it fails, unless there is no version to go back to. */
export function watchFailures({ store, onWithdrawn, now = Date.now }: Options) {
  const reportsByVersion = new Map<string, Report[]>();
  const cooldownUntil = new Map<string, number>();

  function countVisits(reports: readonly Report[]): number {
    const visitsByAddress = new Map<string, Set<string>>();
    for (const { address, visit } of reports) visitsByAddress.set(address, (visitsByAddress.get(address) ?? new Set()).add(visit));
    return [...visitsByAddress.values()].reduce((sum, visits) => sum + Math.min(visits.size, maxVisitsPerAddress), 0);
  }

  async function withdraw(app: string, version: string, visits: number): Promise<void> {
    const { live, canary } = await store.readState();
    const reason = `automatic: ${visits} visitors reported failures within ${windowMs / 60_000} minutes`;
    const options = { by: 'automatic', reason };
    if (canary[app]?.version === version) await endCanary(store, app, options);
    else if (live[app]?.[0] === version && live[app].length > 1) await rollback(store, app, { ...options, abandon: version });
    else return;
    cooldownUntil.set(app, now() + cooldownMs);
    reportsByVersion.delete(`${app} ${version}`);
    onWithdrawn({ app, version, reason });
  }

  return async function reportFailures(failures: readonly Failure[], { visit, address }: Reporter): Promise<void> {
    for (const { app, version, number } of failures) {
      if (!releaseFailures.has(number) || (cooldownUntil.get(app) ?? 0) > now()) continue;
      // Only versions in service are counted, so that invented ones take no memory.
      if (app === 'shell' || !(await isInService(store, app, version))) continue;
      const key = `${app} ${version}`;
      const reports = (reportsByVersion.get(key) ?? []).filter(
        (report) => now() - report.at < windowMs && !(report.visit === visit && report.address === address),
      );
      reports.push({ at: now(), visit, address });
      reportsByVersion.set(key, reports.slice(-maxReportsPerVersion));
      const visits = countVisits(reports);
      if (visits >= minVisits) await withdraw(app, version, visits);
    }
  };
}

async function isInService(store: ReleaseStore, app: string, version: string): Promise<boolean> {
  const { live, canary } = await store.readState();
  return live[app]?.[0] === version || canary[app]?.version === version;
}
