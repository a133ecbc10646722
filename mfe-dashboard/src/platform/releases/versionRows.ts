import type { ReleaseHealth } from '@masomo/data/platform/releases';
import type { ReleaseStatus } from './releaseDoor.ts';

/** What a version is to visitors now. */
export type Standing = 'live' | 'canary' | 'fallback' | 'published';
export type VersionRow = {
  id: string;
  app: string;
  version: string;
  standing: Standing;
  percent: number | null;
  roles: readonly string[];
  live: string;
  hasFallback: boolean;
  publishedAt: string;
  bytes: number;
  by: string | null;
  health: ReleaseHealth | null;
};

/** Versions of an app that are shown besides those in service. */
const shownPublished = 3;

/** One row per version worth seeing: those in service and the newest of the others, app by app. */
export function versionRows({ apps, history }: ReleaseStatus, health: readonly ReleaseHealth[]): VersionRow[] {
  return apps.flatMap(({ app, live, fallback, canary, versions }) => {
    const standingOf = (version: string): Standing =>
      version === live ? 'live' : version === canary?.version ? 'canary' : version === fallback ? 'fallback' : 'published';
    const rows = versions.map(({ version, publishedAt, bytes }) => ({
      id: `${app} ${version}`,
      app,
      version,
      standing: standingOf(version),
      live,
      hasFallback: fallback !== null,
      publishedAt,
      bytes,
      percent: version === canary?.version ? canary.percent : null,
      roles: version === canary?.version ? canary.roles : [],
      by: history.find((event) => event.app === app && event.version === version)?.by ?? null,
      health: health.find((row) => row.app === app && row.version === version) ?? null,
    }));
    const order: Standing[] = ['live', 'canary', 'fallback', 'published'];
    const published = rows.filter((row) => row.standing === 'published').slice(0, shownPublished);
    return rows
      .filter((row) => row.standing !== 'published')
      .toSorted((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing))
      .concat(published);
  });
}
