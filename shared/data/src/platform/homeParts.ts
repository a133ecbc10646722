import * as z from '@masomo/data/zod';

/** Today's term, or the next one; null without either. */
export const termSchema = z.nullable(
  z.object({
    term: z.string(),
    starts_on: z.string(),
    ends_on: z.string(),
    is_running: z.boolean(),
    week: z.number(),
    weeks: z.number(),
  }),
);

export const noticesSchema = z.array(z.object({ id: z.string(), title: z.string(), text: z.string(), author: z.string(), at: z.string() }));

/** Where today is in the school's year. */
export type HomeDay = { today: string; term: z.infer<typeof termSchema> };
export type Notice = z.infer<typeof noticesSchema>[number];
