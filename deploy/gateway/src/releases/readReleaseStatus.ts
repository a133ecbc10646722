import type { Canary, ReleaseEvent, ReleaseStore } from '@masomo/release';

const maxEvents = 200;

/** One app as the Releases screen shows it; versions newest first. */
type AppStatus = {
  app: string;
  live: string;
  fallback: string | null;
  canary: Canary | null;
  versions: { version: string; publishedAt: string; bytes: number }[];
};
export type ReleaseStatus = { revision: number; apps: AppStatus[]; history: ReleaseEvent[] };

/** The published, live and canary versions of every app, and the history of changes. */
export async function readReleaseStatus(store: ReleaseStore): Promise<ReleaseStatus> {
  const { revision, live, canary, history } = await store.readState();
  const apps = await Promise.all(
    Object.entries(live).map(async ([app, [version = '', fallback]]) => {
      const versions = await Promise.all(
        (await store.listVersions(app)).map(async (name) => {
          const [release, at] = await Promise.all([store.readRelease(app, name), store.publishedAt(app, name)]);
          return {
            version: name,
            publishedAt: at.toISOString(),
            bytes: Object.values(release?.files ?? {}).reduce((sum, { size }) => sum + size, 0),
          };
        }),
      );
      return {
        app,
        live: version,
        fallback: fallback ?? null,
        canary: canary[app] ?? null,
        versions: versions.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt)),
      };
    }),
  );
  return { revision, apps: apps.toSorted((a, b) => a.app.localeCompare(b.app)), history: history.slice(0, maxEvents) };
}
