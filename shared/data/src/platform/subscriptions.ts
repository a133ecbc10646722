import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

/** A school with its current or latest subscription. */
export type SchoolSubscription = {
  id: string;
  school: string;
  subscriptionId: string | null;
  planId: string;
  plan: string;
  status: string;
  billing: string;
  startedOn: string | null;
  endsOn: string | null;
  graceUntil: string | null;
  students: number;
  maxStudents: number | null;
};

export const subscriptionStatuses = ['trial', 'active', 'grace', 'ended', 'closed', 'none'] as const;

export type SubscriptionFilter = ListFilter & { status: string };

/** A plan a school can subscribe to. */
export type PlanChoice = {
  id: string;
  name: string;
  price: number;
  maxStudents: number | null;
  maxCampuses: number | null;
  hasTrial: boolean;
};

export const subscriptionKeys = {
  list: (filter: SubscriptionFilter) => ['subscriptions', 'overview', filter] as const,
  plans: () => ['plans', 'choices'] as const,
};

/** Every active school with its subscription, its students and their limit; super admins only. */
export async function listSchoolSubscriptions(db: Db, filter: SubscriptionFilter): Promise<ListPage<SchoolSubscription>> {
  let query = db.from('subscription_overview').select('*', { count: 'exact' }).eq('is_school_active', true);
  if (filter.status) query = query.eq('status', filter.status);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['ends_on', 'school', 'plan', 'status', 'students']), {
        ascending: !filter.sort.descending,
        nullsFirst: false,
      })
      .order('school_id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.school_id ?? '',
      school: row.school ?? '',
      subscriptionId: row.subscription_id,
      planId: row.plan_id ?? '',
      plan: row.plan ?? '',
      status: row.status ?? 'none',
      billing: row.billing ?? '',
      startedOn: row.started_on,
      endsOn: row.ends_on,
      graceUntil: row.grace_until,
      students: row.students ?? 0,
      maxStudents: row.max_students,
    })),
  };
}

/** Plans that schools can subscribe to. */
export async function listPlanChoices(db: Db): Promise<PlanChoice[]> {
  const rows = unwrap(
    await db
      .from('plans')
      .select('id, name, price, category, max_students, max_campuses')
      .eq('is_active', true)
      .order('category')
      .order('position'),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.category === 'saas' ? row.name : `${row.name} (Standalone)`,
    price: row.price,
    maxStudents: row.max_students,
    maxCampuses: row.max_campuses,
    hasTrial: row.category === 'saas',
  }));
}

/** Starts the only trial a school gets. */
export async function startTrial(db: Db, { schoolId, planId }: { schoolId: string; planId: string }): Promise<string> {
  return unwrap(await db.rpc('start_trial', { school_id: schoolId, plan_id: planId })).id;
}

/** Starts a subscription, or extends it from its current end. */
export async function renewSubscription(
  db: Db,
  { schoolId, planId, billing }: { schoolId: string; planId: string; billing: 'termly' | 'annual' },
): Promise<string> {
  return unwrap(await db.rpc('renew_subscription', { school_id: schoolId, plan_id: planId, billing })).id;
}

/** Ends a subscription now. */
export async function cancelSubscription(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('cancel_subscription', { subscription_id: id });
  return unwrap({ data: id, error, status });
}
