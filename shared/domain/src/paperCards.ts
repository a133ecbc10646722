import * as z from 'zod/mini';

/** Cards of people as a module lists them; a code is null for those who do not print cards. */
export const cardRosterSchema = z.array(
  z.object({
    card_id: z.string(),
    code: z.nullable(z.string()),
    name: z.string(),
    number: z.string(),
    group: z.nullable(z.string()),
  }),
);
export type CardRoster = z.infer<typeof cardRosterSchema>;
