import * as z from 'zod/mini';
import { paperSchoolSchema } from '@masomo/domain/paperSchool';

/** Report cards of a class of the year, as `cbse_cards` gives them. Results have two places and are null while marks are missing. */
export const cbseCardsSchema = z.object({
  school: paperSchoolSchema,
  class_name: z.string(),
  class_teacher: z.nullable(z.string()),
  scheme: z.string(),
  year: z.string(),
  weights: z.array(z.number()),
  area_grades: z.array(z.string()),
  bands: z.array(z.object({ grade: z.string(), lowest: z.number() })),
  parts: z.array(z.object({ part: z.number(), name: z.string() })),
  cards: z.array(
    z.object({
      student: z.object({ id: z.string(), name: z.string(), admission_number: z.string(), date_of_birth: z.nullable(z.string()) }),
      subjects: z.array(
        z.object({
          name: z.string(),
          parts: z.array(
            z.object({
              components: z.array(
                z.object({ name: z.string(), out_of: z.number(), result: z.nullable(z.number()), is_absent: z.boolean() }),
              ),
              result: z.nullable(z.number()),
              grade: z.nullable(z.string()),
            }),
          ),
          year: z.nullable(z.number()),
          grade: z.nullable(z.string()),
        }),
      ),
      areas: z.array(z.object({ name: z.string(), grades: z.array(z.nullable(z.string())) })),
      attendance: z.array(z.object({ marked: z.number(), present: z.number() })),
      remarks: z.array(z.nullable(z.string())),
    }),
  ),
});
export type CbseCards = z.infer<typeof cbseCardsSchema>;
export type CbseCard = CbseCards['cards'][number];
