import { networkOf } from '@masomo/domain/networkOf';
import { endCanary, type ReleaseStore } from '@masomo/release';
import type { PageLoad } from './pageLoads.ts';

export type Failure = { app: string; version: string; number: string };
type Reporter = { visit: string; address: string; load: PageLoad | null };
type Report = { at: number; key: string; network: string };

const minutes = 60_000;
/** Reports and page loads count for so long. */
const windowMs = 30 * minutes;
/** A canary ends when this share of its page loads failed, and at least so many. */
const maxFailureRate = 0.2;
const minFailedLoads = 5;
/** Tabs counted per network: one sender cannot condemn a release by inventing tabs, a school behind one address still counts. */
const maxReportsPerNetwork = 3;
/** Tabs that report the live version before operators are alerted, and the time until they are alerted again. */
const minAlertedVisits = 5;
const alertEveryMs = 30 * minutes;
const maxReportsPerVersion = 500;

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

export type FailureWatch = {
  /** Counts a document that was sent with these canaries. */
  countLoad(load: PageLoad): void;
  reportFailures(failures: readonly Failure[], reporter: Reporter): Promise<void>;
};

type Options = {
  store: ReleaseStore;
  /** A canary was ended. */
  onWithdrawn: (release: { app: string; version: string; reason: string }) => void;
  /** Visitors report that a live version fails: for people to judge, as anybody can send such reports. */
  onAlert: (release: { app: string; version: string; visits: number }) => void;
  now?: () => number;
};

/**
 * Watches what browsers report. Anonymous reports alert, and do nothing else. A canary ends by itself when too large a share of the
 * page loads that this installation signed for it failed.
 */
export function watchFailures({ store, onWithdrawn, onAlert, now = Date.now }: Options): FailureWatch {
  /** Page loads of each version by the minute. */
  const loads = new Map<string, Map<number, number>>();
  const failedLoads = new Map<string, Report[]>();
  const alerts = new Map<string, Report[]>();
  const alertedAt = new Map<string, number>();

  const isRecent = (at: number) => now() - at < windowMs;

  const minuteOf = (at: number) => Math.floor(at / minutes);
  const countLoads = (release: string) =>
    [...(loads.get(release) ?? [])].reduce((sum, [minute, count]) => sum + (isRecent(minute * minutes) ? count : 0), 0);

  /** Adds a report and returns how many count, at most three of a network. */
  function add(reports: Map<string, Report[]>, version: string, report: Omit<Report, 'at'>): number {
    const kept = (reports.get(version) ?? []).filter(({ at, key }) => isRecent(at) && key !== report.key);
    kept.push({ ...report, at: now() });
    reports.set(version, kept.slice(-maxReportsPerVersion));
    const byNetwork = Map.groupBy(kept, ({ network }) => network);
    return [...byNetwork.values()].reduce((sum, { length }) => sum + Math.min(length, maxReportsPerNetwork), 0);
  }

  function alert(app: string, version: string, report: Omit<Report, 'at'>): void {
    const release = `${app} ${version}`;
    const visits = add(alerts, release, report);
    if (visits < minAlertedVisits || now() - (alertedAt.get(release) ?? -Infinity) < alertEveryMs) return;
    alertedAt.set(release, now());
    onAlert({ app, version, visits });
  }

  async function judgeCanary(app: string, version: string, report: Omit<Report, 'at'>): Promise<void> {
    const release = `${app} ${version}`;
    const failed = add(failedLoads, release, report);
    const loaded = countLoads(release);
    if (failed < minFailedLoads || failed < loaded * maxFailureRate) return;
    const reason = `automatic: ${failed} of ${loaded} page loads failed within ${windowMs / minutes} minutes`;
    failedLoads.delete(release);
    loads.delete(release);
    await endCanary(store, app, { by: 'automatic', reason });
    onWithdrawn({ app, version, reason });
  }

  return {
    countLoad({ canaries }) {
      for (const [app, version] of Object.entries(canaries)) {
        const release = `${app} ${version}`;
        const counts = loads.get(release) ?? new Map<number, number>();
        const minute = minuteOf(now());
        for (const old of counts.keys()) if (!isRecent(old * minutes)) counts.delete(old);
        loads.set(release, counts.set(minute, (counts.get(minute) ?? 0) + 1));
      }
    },
    async reportFailures(failures, { visit, address, load }) {
      const network = networkOf(address);
      const { live, canary } = await store.readState();
      for (const { app, version, number } of failures) {
        if (!releaseFailures.has(number) || app === 'shell') continue;
        // Only versions in service are counted, so that invented ones take no memory.
        if (canary[app]?.version === version) {
          if (load?.canaries[app] === version) await judgeCanary(app, version, { key: load.nonce, network });
        } else if (live[app]?.[0] === version) alert(app, version, { key: `${visit} ${network}`, network });
      }
    },
  };
}
