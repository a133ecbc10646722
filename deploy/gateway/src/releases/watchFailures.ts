import { endCanary, rollback, type ReleaseStore } from '@masomo/release';

export type Failure = { app: string; version: string; number: string };
type Reporter = { visit: string; address: string };
type Seen = { at: number; visit: string; address: string };

/** So many tabs … */
const enoughVisits = 5;
/** … within this time … */
const period = 5 * 60_000;
/** … of which so many count per network address: one sender cannot take a release down by inventing tabs, a school behind one address is still heard. */
const countedPerAddress = 3;
/** After an automatic step the app is left alone: the version it went back to is not judged by the same trouble. */
const restAfterStep = 10 * 60_000;

/**
 * Failures that say something about the release. A download that failed, timed out or was altered on its way says something
 * about the visitor's network.
 */
const ofTheRelease: ReadonlySet<string> = new Set([
  'SHELL-007',
  'SHELL-008',
  'SHELL-009',
  'SHELL-010',
  'SHELL-011',
  'SHELL-012',
  'SHELL-013',
]);

type Options = { store: ReleaseStore; onStep: (step: { app: string; version: string; reason: string }) => void; now?: () => number };

/** Takes a version out of service when enough visitors report that it fails, unless there is nothing to go back to. */
export function watchFailures({ store, onStep, now = Date.now }: Options) {
  const seen = new Map<string, Seen[]>();
  const resting = new Map<string, number>();

  function countVisits(reports: readonly Seen[]): number {
    const perAddress = new Map<string, Set<string>>();
    for (const { address, visit } of reports) perAddress.set(address, (perAddress.get(address) ?? new Set()).add(visit));
    return [...perAddress.values()].reduce((sum, visits) => sum + Math.min(visits.size, countedPerAddress), 0);
  }

  async function step(app: string, version: string, visits: number): Promise<void> {
    const { live, canary } = await store.readState();
    const reason = `automatic: ${visits} visitors reported failures within ${period / 60_000} minutes`;
    const cause = { by: 'automatic', reason };
    if (canary[app]?.version === version) await endCanary(store, app, cause);
    else if (live[app]?.[0] === version && live[app].length > 1) await rollback(store, app, { ...cause, abandon: version });
    else return;
    resting.set(app, now() + restAfterStep);
    seen.delete(`${app} ${version}`);
    onStep({ app, version, reason });
  }

  return async function report(failures: readonly Failure[], { visit, address }: Reporter): Promise<void> {
    for (const { app, version, number } of failures) {
      if (!ofTheRelease.has(number) || (resting.get(app) ?? 0) > now()) continue;
      // Versions that were never released are not remembered.
      if (app === 'shell' || !(await isInService(store, app, version))) continue;
      const key = `${app} ${version}`;
      const reports = (seen.get(key) ?? []).filter(
        ({ at, ...known }) => now() - at < period && !(known.visit === visit && known.address === address),
      );
      reports.push({ at: now(), visit, address });
      seen.set(key, reports.slice(-200));
      const visits = countVisits(reports);
      if (visits >= enoughVisits) await step(app, version, visits);
    }
  };
}

async function isInService(store: ReleaseStore, app: string, version: string): Promise<boolean> {
  const { live, canary } = await store.readState();
  return live[app]?.[0] === version || canary[app]?.version === version;
}
