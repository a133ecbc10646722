import { cellKey, type Assessment, type Gradebook } from '@masomo/data/gradebook';
import { weightedPercent } from '@masomo/domain/gradebook';

/** A learner's weighted mean over these assessments; null without a score. */
export function percentOf(book: Gradebook, assessments: readonly Assessment[], studentId: string): number | null {
  return weightedPercent(assessments.flatMap(({ id, maxScore, weight }) => {
    const score = book.scores[cellKey(id, studentId)];
    return score === undefined ? [] : [{ score, maxScore, weight }];
  }));
}
