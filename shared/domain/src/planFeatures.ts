import * as z from 'zod/mini';

/** The list of features of a plan, as the price book stores it. */
export const planFeaturesSchema = z.array(z.object({ text: z.string(), included: z.boolean(), isPartlyReady: z.optional(z.boolean()) }));
