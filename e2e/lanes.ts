/**
 * Journeys run in two lanes beside each other, each with a product of its own: nothing one changes is seen by the other.
 * Within a lane they run one after the other. `reading` has those that look at every page and screen, also when a part is
 * broken, and as many others as make both lanes last equally long.
 */
export const lanes = ['working', 'reading'] as const;
export type Lane = (typeof lanes)[number];

export const readingFiles = /\/(?:8|10|12|18|19|20|21|22|25|30|34)-[^/]*\.spec\.ts$/;

/** Names of the environment variables that say where a lane's product is. */
export const variables = (lane: Lane) => ({ baseUrl: `E2E_${lane.toUpperCase()}_BASE_URL`, dataDir: `E2E_${lane.toUpperCase()}_DATA_DIR` });
