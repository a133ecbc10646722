import type { Assessment, StudentScores } from '@masomo/data/learning/gradebook';
import { weightedPercent } from '@masomo/domain/gradebook';
import { countedScore } from '@masomo/domain/marks';

/** A student's weighted mean over these assessments in percent; null where no mark counts. */
export function percentOf(scores: StudentScores | undefined, assessments: readonly Assessment[]): number | null {
  return weightedPercent(
    assessments.flatMap(({ id, maxScore, weight, absentCountsAsZero }) => {
      const score = countedScore(scores?.[id], absentCountsAsZero);
      return score === null ? [] : [{ score, maxScore, weight }];
    }),
  );
}
