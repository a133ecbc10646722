import * as z from '@masomo/data/zod';
import { sayOr, unwrap, type Db } from '@masomo/data';
import { familyHomeSchema } from './familyHome.ts';
import { officeHomeSchema } from './officeHome.ts';
import { platformHomeSchema } from './platformHome.ts';
import { schoolHomeSchema } from './schoolHome.ts';
import { teacherHomeSchema } from './teacherHome.ts';

const statSchema = z.object({ key: z.string(), value: z.nullable(z.number()), unit: z.enum(['count', 'percent', 'KES']) });
const activitySchema = z.object({ at: z.string(), kind: z.string(), title: z.string(), text: z.string(), link: z.string() });
const saidActivitySchema = z.extend(activitySchema, { said: z.nullish(z.object({ title: z.unknown(), text: z.unknown() })) });
const summarySchema = z.object({
  school: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Of a member's school; `days_left` counts to its last day and is negative after it. */
  subscription: z.nullish(
    z.object({
      state: z.string(),
      ends_on: z.nullable(z.string()),
      days_left: z.nullable(z.number()),
      grace_until: z.nullable(z.string()),
    }),
  ),
  /** For an administrator, how full the plan is; null for a plan without a limit. */
  room: z.nullish(z.object({ plan: z.string(), max_students: z.number(), students: z.number(), is_over: z.boolean() })),
  /** For an administrator, the campuses in use; null for a plan without a limit. */
  campus_room: z.nullish(z.object({ plan: z.string(), max_campuses: z.number(), campuses: z.number() })),
  /** For an administrator, the licences that end within two weeks and that nothing follows. */
  ending_licences: z.nullish(z.array(z.object({ name: z.string(), ends_on: z.string(), days_left: z.number() }))),
  /** For an administrator, what the school has done of its first steps; null once all are done or the list was put away. */
  setup: z.nullish(
    z.object({
      details: z.boolean(),
      terms: z.boolean(),
      classes: z.boolean(),
      subjects: z.boolean(),
      staff: z.boolean(),
      students: z.boolean(),
      fees: z.boolean(),
      guardians: z.boolean(),
      register: z.boolean(),
    }),
  ),
  stats: z.array(statSchema),
  activities: z.array(saidActivitySchema),
  home: z.nullish(schoolHomeSchema),
  teaching: z.nullish(teacherHomeSchema),
  family: z.nullish(familyHomeSchema),
  office: z.nullish(officeHomeSchema),
  platform: z.nullish(platformHomeSchema),
});

/** A figure of the dashboard home; KES are whole shillings, a percentage of nothing is null. */
export type Stat = z.infer<typeof statSchema>;
export type Activity = z.infer<typeof activitySchema>;
export type DashboardSummary = Omit<z.infer<typeof summarySchema>, 'activities'> & { activities: Activity[] };

const platformSchema = z.object({
  schools: z.number(),
  students: z.number(),
  sign_ins_30d: z.number(),
  schools_by_kind: z.nullable(z.record(z.string(), z.number())),
  users_by_role: z.nullable(z.record(z.string(), z.number())),
  subscriptions_by_status: z.nullable(z.record(z.string(), z.number())),
  visits: z.array(z.object({ day: z.string(), visits: z.number() })),
});
export type PlatformAnalytics = z.infer<typeof platformSchema>;

export const overviewKeys = {
  summary: (userId: string) => ['overview', 'summary', userId] as const,
  platform: () => ['overview', 'platform'] as const,
};

/** The caller's dashboard home: four figures and recent activities, these in the language of the page where a person did not write them. */
export async function getDashboardSummary(db: Db): Promise<DashboardSummary> {
  const { activities, ...summary } = summarySchema.parse(unwrap(await db.rpc('dashboard_summary', {}, { get: true })));
  const shown = activities.map(({ said, ...activity }) => ({
    ...activity,
    title: sayOr(said?.title, activity.title),
    text: sayOr(said?.text, activity.text),
  }));
  return { ...summary, activities: shown };
}

/** Figures of the whole platform; super admins only. */
export async function getPlatformAnalytics(db: Db): Promise<PlatformAnalytics> {
  return platformSchema.parse(unwrap(await db.rpc('platform_analytics', {}, { get: true })));
}

/** Puts the list of first steps away, for all administrators of the caller's school. */
export async function dismissFirstSteps(db: Db): Promise<void> {
  const { error, status } = await db.rpc('dismiss_first_steps');
  unwrap({ data: true, error, status });
}
