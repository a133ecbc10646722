import * as z from '@masomo/data/zod';

const attentionSchema = z.object({
  kind: z.enum(['releases', 'worker', 'jobs', 'payments', 'orders', 'mails', 'tickets', 'demo_requests']),
  amount: z.number(),
  since: z.nullable(z.string()),
});

/** The home of a super admin. Revenue in whole shillings by the first day of its month. */
export const platformHomeSchema = z.object({
  today: z.string(),
  attention: z.array(attentionSchema),
  revenue: z.array(z.object({ start: z.string(), saas: z.number(), standalone: z.number() })),
  /** Trials that run, and what became of those that ended in the last ninety days. */
  trials: z.object({ running: z.number(), bought: z.number(), left: z.number() }),
  ending: z.array(z.object({ school_id: z.string(), school: z.string(), plan: z.string(), is_trial: z.boolean(), ends_on: z.string() })),
  quiet: z.array(z.object({ id: z.string(), name: z.string(), last: z.nullable(z.string()) })),
});

export type PlatformHome = z.infer<typeof platformHomeSchema>;
