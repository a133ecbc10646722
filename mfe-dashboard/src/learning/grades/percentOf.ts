import type { Assessment, StudentScores } from '@masomo/data/learning/gradebook';
import { weightedPercent } from '@masomo/domain/gradebook';

/** A student's weighted mean over these assessments in percent; null without a score. */
export function percentOf(scores: StudentScores | undefined, assessments: readonly Assessment[]): number | null {
  return weightedPercent(
    assessments.flatMap(({ id, maxScore, weight }) => {
      const score = scores?.[id];
      return score === undefined ? [] : [{ score, maxScore, weight }];
    }),
  );
}
