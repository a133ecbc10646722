import * as z from '@masomo/data/zod';
import { loadedVersionsSchema } from '@masomo/contracts/loadedVersions';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, type ListPage } from '../listing.ts';

const healthSchema = z.object({
  app: z.string(),
  version: z.string(),
  loads: z.number(),
  failures: z.number(),
  failed_visits: z.number(),
  load_p75: z.nullable(z.number()),
  lcp_p75: z.nullable(z.number()),
  cls_p75: z.nullable(z.number()),
  inp_p75: z.nullable(z.number()),
  last_at: z.string(),
});
/** Browser metrics of a version in the last seven days. Times in milliseconds, at the 75th percentile. */
export type ReleaseHealth = z.infer<typeof healthSchema>;

export const releaseKeys = {
  status: () => ['releases', 'status'] as const,
  health: () => ['releases', 'health'] as const,
  failures: (app: string, version: string, page: number) => ['releases', 'failures', app, version, page] as const,
  diff: (app: string, from: string, to: string) => ['releases', 'diff', app, from, to] as const,
};

/** Browser metrics of every version that reported, the latest report first; super admins only. */
export async function listReleaseHealth(db: Db): Promise<ReleaseHealth[]> {
  return z.array(healthSchema).parse(unwrap(await db.rpc('release_health')));
}

const failureSchema = z.object({
  id: z.number(),
  at: z.string(),
  number: z.string(),
  detail: z.string(),
  path: z.string(),
  versions: loadedVersionsSchema,
});
/** A failure in one browser, with the versions of all parts that ran there. */
export type ReleaseFailure = z.infer<typeof failureSchema>;

/** Failures of one version, newest first; `page` counts from 0. Super admins only. */
export async function listReleaseFailures(
  db: Db,
  { app, version, ...range }: { app: string; version: string; page: number; pageSize: number },
): Promise<ListPage<ReleaseFailure>> {
  const { rows, total } = unwrapPage(
    await db
      .from('release_failures')
      .select('id, at, number, detail, path, versions', { count: 'exact' })
      .eq('app', app)
      .eq('version', version)
      .order('at', { ascending: false })
      .order('id')
      .range(...rangeOf(range)),
  );
  return { rows: z.array(failureSchema).parse(rows), total };
}
