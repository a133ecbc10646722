/** Badge colour by subscription status. */
export const subscriptionColors: Record<string, string> = { active: 'green', trial: 'blue', grace: 'yellow', ended: 'red', closed: 'red' };
