import type { ReleaseHealth } from '@masomo/data/platform/releases';
import type { ReleaseStatus } from '@masomo/data/platform/releaseApi';

/** How a version is served now. */
export type VersionState = 'live' | 'canary' | 'fallback' | 'published';
export type VersionRow = {
  id: string;
  app: string;
  version: string;
  state: VersionState;
  percent: number | null;
  roles: readonly string[];
  live: string;
  hasFallback: boolean;
  publishedAt: string;
  bytes: number;
  by: string | null;
  health: ReleaseHealth | null;
};

/** Published versions listed per app, besides those in service. */
const shownPublishedCount = 3;

/** One row per version in service and for the newest of the others, app by app. */
export function versionRows({ apps, history }: ReleaseStatus, health: readonly ReleaseHealth[]): VersionRow[] {
  return apps.flatMap(({ app, live, fallback, canary, versions }) => {
    const stateOf = (version: string): VersionState =>
      version === live ? 'live' : version === canary?.version ? 'canary' : version === fallback ? 'fallback' : 'published';
    const rows = versions.map(({ version, publishedAt, bytes }) => ({
      id: `${app} ${version}`,
      app,
      version,
      state: stateOf(version),
      live,
      hasFallback: fallback !== null,
      publishedAt,
      bytes,
      percent: version === canary?.version ? canary.percent : null,
      roles: version === canary?.version ? canary.roles : [],
      by: history.find((event) => event.app === app && event.version === version)?.by ?? null,
      health: health.find((row) => row.app === app && row.version === version) ?? null,
    }));
    const order: VersionState[] = ['live', 'canary', 'fallback', 'published'];
    const published = rows.filter((row) => row.state === 'published').slice(0, shownPublishedCount);
    return rows
      .filter((row) => row.state !== 'published')
      .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
      .concat(published);
  });
}
