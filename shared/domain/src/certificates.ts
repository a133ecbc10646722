import * as z from 'zod/mini';
import { paperSchoolSchema } from './paperSchool.ts';

/** A certificate of something that a student finished, as it was on that day. `result` is a percentage, null where nothing was marked. */
export const certificateSchema = z.object({
  school: paperSchoolSchema,
  number: z.string(),
  student: z.string(),
  admission_number: z.string(),
  course: z.string(),
  result: z.nullable(z.number()),
  completed_on: z.string(),
});
export type Certificate = z.infer<typeof certificateSchema>;
