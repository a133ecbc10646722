import * as z from 'zod/mini';
import { gradingScaleSchema } from './gradingScale.ts';
import { paperSchoolSchema } from './paperSchool.ts';

/** Report cards of a class or of one student, as `report_cards` gives them. */
export const reportCardsSchema = z.object({
  school: paperSchoolSchema,
  term: z.object({ name: z.string(), starts_on: z.string(), ends_on: z.string(), next_starts_on: z.nullable(z.string()) }),
  cards: z.array(
    z.object({
      student: z.object({ id: z.string(), name: z.string(), admission_number: z.string() }),
      class_name: z.nullable(z.string()),
      class_teacher: z.nullable(z.string()),
      scale: z.nullable(gradingScaleSchema),
      attendance: z.object({ marked: z.number(), present: z.number(), late: z.number(), excused: z.number(), absent: z.number() }),
      subjects: z.array(
        z.object({
          name: z.string(),
          assessments: z.array(
            z.object({
              name: z.string(),
              score: z.nullable(z.number()),
              /** In place of the score. Cards that were handed out before there were absences have neither this nor what counts. */
              absence: z.nullish(z.enum(['absent', 'exempt'])),
              /** The score that counts in the result; null for a mark that is left out. */
              counts: z.nullish(z.number()),
              max_score: z.number(),
              weight: z.number(),
              /** Of a mark from an earlier class of the term. */
              class_name: z.nullish(z.string()),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type ReportCards = z.infer<typeof reportCardsSchema>;
