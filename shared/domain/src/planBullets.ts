import * as z from 'zod/mini';

/** The bullets of a plan, as the price book stores it. */
export const planBulletsSchema = z.array(z.object({ text: z.string(), included: z.boolean(), isPartlyReady: z.optional(z.boolean()) }));
