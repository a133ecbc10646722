/** How much of a plan's limit is used: told to the school at 90 % and at 100 %. */
export type PlanUse = { percent: number; level: 'within' | 'near' | 'full' };

/** `percent` is rounded down, so that 100 is said only when the plan is full. `limit` is at least 1. */
export function planUse(used: number, limit: number): PlanUse {
  const percent = Math.floor((used * 100) / limit);
  return { percent, level: percent >= 100 ? 'full' : percent >= 90 ? 'near' : 'within' };
}
