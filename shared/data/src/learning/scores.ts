import { sayOr, unwrap, type Db } from '@masomo/data';
import { markOf, storedMark, type Mark } from '@masomo/domain/marks';
import { nullable } from '../nullable.ts';

/** A cell to write: `seen` is the mark it held when it was edited, `age` how many seconds ago that was, 0 where missing. */
export type CellWrite = { studentId: string; score: Mark | null; seen: Mark | null; age?: number };
/** A cell that was not saved: why, the mark it holds now, and of one that was changed since by whom and when. */
export type CellRefusal = {
  studentId: string;
  isChanged: boolean;
  message: string;
  score: Mark | null;
  by: string | null;
  at: string | null;
};

/** Saves marks of one assessment and resolves to the cells that were refused; the others are saved. */
export async function saveScores(
  db: Db,
  { assessmentId, cells }: { assessmentId: string; cells: readonly CellWrite[] },
): Promise<CellRefusal[]> {
  const refused = unwrap(
    await db.rpc('save_scores', {
      assessment_id: assessmentId,
      scores: cells.map(({ studentId, score, seen: before, age }) => {
        const [mark, seen] = [storedMark(score), storedMark(before)];
        return {
          student_id: studentId,
          score: mark.score,
          seen: seen.score,
          age: age ?? 0,
          ...(mark.absence ? { absence: mark.absence } : {}),
          ...(seen.absence ? { seen_absence: seen.absence } : {}),
        };
      }),
    }),
  );
  return refused.map((row) => ({
    studentId: row.student_id,
    isChanged: row.code === 'grade.changed',
    message: sayOr(row.said, row.message),
    score: markOf({ score: nullable(row.standing), absence: nullable(row.absence) }),
    by: nullable(row.by),
    at: nullable(row.at),
  }));
}
