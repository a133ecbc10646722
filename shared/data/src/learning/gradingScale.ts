import { z } from 'zod';
import type { GradingScale } from '@masomo/domain/gradebook';

/** A grading scale as the database's functions give it. */
export const gradingScaleSchema = z
  .object({
    id: z.string(),
    curriculum: z.enum(['cbc', '8-4-4']),
    is_provisional: z.boolean(),
    bands: z.array(z.object({ code: z.string(), label: z.string(), from: z.number().nullable() })),
  })
  .transform(({ id, curriculum, is_provisional, bands }): GradingScale & { id: string } => ({
    id,
    curriculum,
    isProvisional: is_provisional,
    bands,
  }));
