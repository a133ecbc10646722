/** Semantic colour of a subscription's status. */
export const subscriptionColors: Record<string, string> = { active: 'green', trial: 'blue', grace: 'yellow', expired: 'red' };
