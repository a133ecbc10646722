import { expect, it } from 'vitest';
import type { ReleaseStatus } from '@masomo/data/platform/releaseApi';
import { versionRows } from './versionRows.ts';

const version = (n: number) => ({ version: `v${n}`, publishedAt: `2026-11-0${n}T10:00:00Z`, bytes: n });
const status: ReleaseStatus = {
  revision: 3,
  apps: [
    {
      app: 'mfe-store',
      live: 'v7',
      fallback: 'v5',
      canary: { version: 'v8', percent: 10, roles: ['teacher'] },
      versions: [8, 7, 6, 5, 4, 3, 2, 1].map(version),
    },
    { app: 'shell', live: 'v1', fallback: null, canary: null, versions: [version(1)] },
  ],
  history: [{ revision: 3, at: '2026-11-08T10:00:00Z', by: 'store-team', action: 'promote', app: 'mfe-store', version: 'v7', from: 'v5' }],
};
const health = [
  {
    app: 'mfe-store',
    version: 'v7',
    loads: 4,
    failures: 1,
    failed_visits: 1,
    load_p75: 90,
    lcp_p75: null,
    cls_p75: null,
    inp_p75: null,
    last_at: '2026-11-08T11:00:00Z',
  },
];

it('lists versions in service first, then the newest others, each with its metrics and author', () => {
  const rows = versionRows(status, health);
  expect(rows.map((row) => `${row.app} ${row.version} ${row.state}`)).toEqual([
    'mfe-store v7 live',
    'mfe-store v8 canary',
    'mfe-store v5 fallback',
    'mfe-store v6 published',
    'mfe-store v4 published',
    'mfe-store v3 published',
    'shell v1 live',
  ]);
  expect(rows[0]).toMatchObject({ by: 'store-team', hasFallback: true, health: { loads: 4 } });
  expect(rows[1]).toMatchObject({ percent: 10, roles: ['teacher'], by: null, health: null });
});

it('offers no rollback without an earlier version', () => {
  expect(versionRows(status, []).at(-1)).toMatchObject({ app: 'shell', hasFallback: false });
});
