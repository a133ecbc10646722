/** How much of a plan's limit is used: told to the school at 90 % and at 100 %. */
export type PlanUse = { percent: number; level: 'within' | 'near' | 'full' };

/** `percent` is rounded down, so that 100 is said only when the plan is full. `limit` is at least 1. */
export function planUse(used: number, limit: number): PlanUse {
  const percent = Math.floor((used * 100) / limit);
  return { percent, level: percent >= 100 ? 'full' : percent >= 90 ? 'near' : 'within' };
}

/** How large a school is, in what plans limit. */
export type SchoolSize = { students: number; campuses: number };

/** Whether a school of this size is within the limits of a plan, where null is no limit. */
export const isWithinPlan = ({ students, campuses }: SchoolSize, plan: { max_students: number | null; max_campuses: number | null }) =>
  students <= (plan.max_students ?? Infinity) && campuses <= (plan.max_campuses ?? Infinity);
