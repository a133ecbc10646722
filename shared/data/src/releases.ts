import { z } from 'zod';
import { unwrap, type Db } from '@masomo/data';

const healthSchema = z.object({
  app: z.string(), version: z.string(), loads: z.number(), failures: z.number(), failed_visits: z.number(),
  load_p75: z.number().nullable(), lcp_p75: z.number().nullable(), cls_p75: z.number().nullable(), inp_p75: z.number().nullable(), last_at: z.string(),
});
/** How one version did in browsers during the last seven days. Times in milliseconds, at the 75th percentile. */
export type ReleaseHealth = z.infer<typeof healthSchema>;

export const releaseKeys = {
  status: () => ['releases', 'status'] as const,
  health: () => ['releases', 'health'] as const,
  diff: (app: string, from: string, to: string) => ['releases', 'diff', app, from, to] as const,
};

/** Health of every version that reported, the most recent report first. For super admins. */
export async function listReleaseHealth(db: Db): Promise<ReleaseHealth[]> {
  return z.array(healthSchema).parse(unwrap(await db.rpc('release_health')));
}
