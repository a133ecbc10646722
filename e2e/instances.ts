/**
 * Tests run against two instances of the product at the same time, so that neither sees the other's changes; each instance runs its
 * files in sequence. `reading` has the files that visit every page and screen, plus as many others as balance the two durations.
 */
export const instances = ['working', 'reading'] as const;
export type Instance = (typeof instances)[number];

export const readingFiles = /\/(?:8|10|12|18|19|20|21|22|24|25|30)-[^/]*\.spec\.ts$/;

/** Names of the environment variables with an instance's address and data folder. */
export const variables = (instance: Instance) => ({
  baseUrl: `E2E_${instance.toUpperCase()}_BASE_URL`,
  dataDir: `E2E_${instance.toUpperCase()}_DATA_DIR`,
});
