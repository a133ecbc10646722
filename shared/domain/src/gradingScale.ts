import * as z from 'zod/mini';
import type { GradingScale } from './gradebook.ts';

const storedSchema = z.object({
  id: z.string(),
  curriculum: z.enum(['cbc', '8-4-4']),
  is_provisional: z.boolean(),
  bands: z.array(z.object({ code: z.string(), label: z.string(), from: z.nullable(z.number()) })),
});

/** A grading scale as the database's functions give it. */
export const gradingScaleSchema = z.pipe(
  storedSchema,
  z.transform(({ id, curriculum, is_provisional, bands }: z.infer<typeof storedSchema>): GradingScale & { id: string } => ({
    id,
    curriculum,
    isProvisional: is_provisional,
    bands,
  })),
);
