import * as z from 'zod/mini';

/** Lines of a plan's card, as the price book stores them. */
export const planFeaturesSchema = z.array(z.object({ text: z.string(), included: z.boolean() }));
