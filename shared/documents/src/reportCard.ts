import { plural, t } from '@lingui/core/macro';
import {
  bandLabel,
  gradeOf,
  hasMean,
  meanPercent,
  percentText,
  weightedPercent,
  type GradingScale,
  type WeightedScore,
} from '@masomo/domain/gradebook';
import { translate } from '@masomo/i18n';
import { pageLabel } from './pageLabel.ts';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer } from './pdfLayout.ts';

/** The results of one student in a term; days formatted for display. */
export type ReportCard = {
  student: { name: string; admissionNumber: string };
  className: string;
  classTeacher: string;
  /** How the class is graded; null for one that gives percentages only. */
  scale: GradingScale | null;
  attendance: { marked: number; present: number; late: number; excused: number; absent: number };
  subjects: readonly { name: string; assessments: readonly (WeightedScore & { name: string })[] }[];
};
/** The report cards of a class, or a single one. */
export type ReportCardFile = {
  issuer: Issuer;
  motto: string;
  term: string;
  nextTerm: string;
  printedOn: string;
  cards: readonly ReportCard[];
};

const trimmed = (score: number) => String(Math.round(score * 100) / 100);

function writeCard(file: ReportCardFile, card: ReportCard, doc?: ReturnType<typeof startPdf>['doc']) {
  const { term } = file;
  let layout = startPdf(file.issuer, t`Report card, ${term}`, doc);
  if (file.motto) layout = writeLine(layout, file.motto);
  layout = writeFacts({ ...layout, y: layout.y + 4 }, [
    [t`Student`, card.student.name],
    [t`Admission number`, card.student.admissionNumber],
    [t`Class`, card.className || t`None`],
    ...(card.classTeacher ? [[t`Class teacher`, card.classTeacher] as const] : []),
  ]);
  const results = card.subjects.map(({ name, assessments }) => ({ name, assessments, percent: weightedPercent(assessments) }));
  layout =
    results.length === 0
      ? writeLine(layout, t`No marks in this term.`)
      : writeTable(
          layout,
          [t`Subject`, t`Assessments`, t`Result`, ...(card.scale ? [gradeHeader(card.scale), ''] : [])],
          results.map(({ name, assessments, percent }) => {
            const grade = percent === null ? undefined : gradeOf(card.scale, percent);
            return [
              name,
              assessments.map((mark) => `${mark.name} ${trimmed(mark.score)}/${trimmed(mark.maxScore)}`).join(', '),
              percentText(percent),
              ...(card.scale ? [grade?.code ?? '–', grade ? translate(bandLabel(grade)) : ''] : []),
            ];
          }),
          [2],
        );
  const counted = results.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const mean = hasMean(card.scale) ? meanPercent(counted) : null;
  if (mean !== null) {
    const grade = gradeOf(card.scale, mean);
    const result = [percentText(mean), grade?.code].filter(Boolean).join(', ');
    layout = writeLine(layout, t`Mean of ${plural(counted.length, { one: '# subject', other: '# subjects' })}: ${result}`, {
      isStrong: true,
    });
  }
  const { marked, present, late, excused, absent } = card.attendance;
  layout = writeLine(
    layout,
    marked === 0
      ? t`No attendance recorded in this term.`
      : t`Attendance: ${present + late} of ${marked} days (late ${late}, excused ${excused}, absent ${absent}).`,
  );
  if (file.nextTerm) layout = writeLine(layout, t`The next term begins on ${file.nextTerm}.`);
  const line = '_'.repeat(78);
  for (const words of [t`Class teacher’s remarks:`, t`Head teacher’s remarks:`]) {
    layout = writeLine({ ...layout, y: layout.y + 12 }, words, { isStrong: true });
    layout = writeLine({ ...layout, y: layout.y + 8 }, line);
  }
  layout = writeLine(
    { ...layout, y: layout.y + 12 },
    `${t`Signature and stamp`}: _______________________     ${t`Guardian`}: _______________________`,
  );
  return card.scale ? writeLine({ ...layout, y: layout.y + 8 }, scaleLegend(card.scale)) : layout;
}

const gradeHeader = ({ curriculum }: GradingScale) => (curriculum === 'cbc' ? t`Level` : t`Grade`);

function scaleLegend(scale: GradingScale): string {
  const bands = scale.bands.map(({ code, label, from }) => `${code} ${from === null ? label.toLowerCase() : t`from ${from}%`}`).join(', ');
  if (scale.curriculum === 'cbc') return scale.isProvisional ? t`Levels (provisional): ${bands}.` : t`Levels: ${bands}.`;
  return scale.isProvisional ? t`Grades (provisional): ${bands}.` : t`Grades: ${bands}.`;
}

/** Renders report cards as one PDF, each on a new page. Throws RangeError without cards. */
export function reportCardPdf(file: ReportCardFile): Uint8Array {
  const [first, ...others] = file.cards;
  if (!first) throw new RangeError('There is no report card to print');
  let layout = writeCard(file, first);
  for (const card of others) layout = writeCard(file, card, layout.doc.addPage());
  return finishPdf(layout, t`${file.issuer.name}, ${file.term}, printed ${file.printedOn}`, pageLabel);
}
