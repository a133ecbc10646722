import { t } from '@lingui/core/macro';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { gradeOf, wholePercent } from '@masomo/domain/gradebook';
import type { TableExport } from '@masomo/remote/tableExport';
import { gradeHeader } from '../../shared/gradeHeader.ts';
import { markText } from './markText.ts';
import { percentOf } from './percentOf.ts';

type MarkedRow = Gradebook['rows'][number] & { scores: Gradebook['scores'][string] | undefined };

/** The rows of a gradebook with what is in their cells now. */
export const markedRows = ({ rows, scores }: Gradebook): MarkedRow[] => rows.map((row) => ({ ...row, scores: scores[row.studentId] }));

/** The file of a gradebook's marks. */
export function exportedMarks(name: string, scale: Gradebook['scale'], assessments: readonly Assessment[]): TableExport<MarkedRow> {
  const percent = ({ scores }: MarkedRow) => percentOf(scores, assessments);
  const code = (share: number | null) => (scale && share !== null ? gradeOf(scale, share)?.code : null);
  return {
    name,
    columns: [
      { title: t`Admission number`, value: (row) => row.admissionNumber },
      { title: t`Student`, value: (row) => row.student },
      ...assessments.map((assessment) => ({
        title: `${assessment.name} (${assessment.maxScore})`,
        value: ({ scores }: MarkedRow) => {
          const mark = scores?.[assessment.id];
          return typeof mark === 'string' ? markText(mark) : mark;
        },
      })),
      {
        title: t`Average %`,
        value: (row) => {
          const share = percent(row);
          return share === null ? null : wholePercent(share);
        },
      },
      ...(scale ? [{ title: gradeHeader(scale), value: (row: MarkedRow) => code(percent(row)) }] : []),
    ],
  };
}
