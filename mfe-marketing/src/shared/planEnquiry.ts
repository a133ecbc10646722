/** What a plan's button passes to the contact form in the navigation state: the plan with its price and period. */
export type PlanEnquiry = { plan: string };

/** The plan that a navigation state names; undefined for any other state. */
export function enquiredPlan(state: unknown): string | undefined {
  return state !== null && typeof state === 'object' && 'plan' in state && typeof state.plan === 'string' ? state.plan : undefined;
}
