import * as z from '@masomo/data/zod';

const roomSchema = z.object({ plan: z.string(), max_students: z.number(), students: z.number(), after: z.number(), is_over: z.boolean() });
/** What an import does to the plan's limit. */
export type Room = z.infer<typeof roomSchema>;

const likelyGuardianSchema = z.object({
  row: z.number(),
  name: z.string(),
  same_guardian_as: z.string(),
  as_name: z.string(),
  as_contact: z.nullable(z.string()),
});
/**
 * A guardian who may be the same person as another one, of whom `same_guardian_as` is another row of the file (`row 2`) or the id of a
 * guardian of the school. A row that is saved with it has that guardian.
 */
export type LikelyGuardian = z.infer<typeof likelyGuardianSchema>;

const notesSchema = z.object({ room: z.nullish(roomSchema), likely: z._default(z.array(likelyGuardianSchema), []) });

/** What the check of a file of students says besides its problems. */
export const studentNotesOf = (notes: unknown): z.infer<typeof notesSchema> => notesSchema.parse(notes);

/** Whether the plan has no room for so many students. */
export const isOverRoom = (notes: unknown): boolean => studentNotesOf(notes).room?.is_over ?? false;
