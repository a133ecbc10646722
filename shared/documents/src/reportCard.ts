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
import type { ReportCards } from '@masomo/domain/reportCards';
import type { Say } from '@masomo/domain/say';
import { formatDate } from '@masomo/domain/time';
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

function writeCard(file: ReportCardFile, card: ReportCard, say: Say, doc?: ReturnType<typeof startPdf>['doc']) {
  const { term } = file;
  let layout = startPdf(file.issuer, say('Report card, {term}', { term }), doc);
  if (file.motto) layout = writeLine(layout, file.motto);
  layout = writeFacts({ ...layout, y: layout.y + 4 }, [
    [say('Student'), card.student.name],
    [say('Admission number'), card.student.admissionNumber],
    [say('Class'), card.className || say('None')],
    ...(card.classTeacher ? [[say('Class teacher'), card.classTeacher] as const] : []),
  ]);
  const results = card.subjects.map(({ name, assessments }) => ({ name, assessments, percent: weightedPercent(assessments) }));
  layout =
    results.length === 0
      ? writeLine(layout, say('No marks in this term.'))
      : writeTable(
          layout,
          [say('Subject'), say('Assessments'), say('Result'), ...(card.scale ? [gradeHeader(card.scale, say), ''] : [])],
          results.map(({ name, assessments, percent }) => {
            const grade = percent === null ? undefined : gradeOf(card.scale, percent);
            return [
              name,
              assessments.map((mark) => `${mark.name} ${trimmed(mark.score)}/${trimmed(mark.maxScore)}`).join(', '),
              percentText(percent),
              ...(card.scale ? [grade?.code ?? '–', grade ? say(bandLabel(grade)) : ''] : []),
            ];
          }),
          [2],
        );
  const counted = results.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const mean = hasMean(card.scale) ? meanPercent(counted) : null;
  if (mean !== null) {
    const grade = gradeOf(card.scale, mean);
    const result = [percentText(mean), grade?.code].filter(Boolean).join(', ');
    const count = counted.length;
    const words =
      count === 1 ? say('Mean of one subject: {result}', { result }) : say('Mean of {count} subjects: {result}', { count, result });
    layout = writeLine(layout, words, { isStrong: true });
  }
  const { marked, present, late, excused, absent } = card.attendance;
  layout = writeLine(
    layout,
    marked === 0
      ? say('No attendance recorded in this term.')
      : say('Attendance: {attended} of {marked} days (late {late}, excused {excused}, absent {absent}).', {
          attended: present + late,
          marked,
          late,
          excused,
          absent,
        }),
  );
  if (file.nextTerm) layout = writeLine(layout, say('The next term begins on {day}.', { day: file.nextTerm }));
  const line = '_'.repeat(78);
  for (const words of [say('Class teacher’s remarks:'), say('Head teacher’s remarks:')]) {
    layout = writeLine({ ...layout, y: layout.y + 12 }, words, { isStrong: true });
    layout = writeLine({ ...layout, y: layout.y + 8 }, line);
  }
  layout = writeLine(
    { ...layout, y: layout.y + 12 },
    `${say('Signature and stamp')}: _______________________     ${say('Guardian')}: _______________________`,
  );
  return card.scale ? writeLine({ ...layout, y: layout.y + 8 }, scaleLegend(card.scale, say)) : layout;
}

const gradeHeader = ({ curriculum }: GradingScale, say: Say) => (curriculum === 'cbc' ? say('Level') : say('Grade'));

function scaleLegend(scale: GradingScale, say: Say): string {
  const bands = scale.bands
    .map(({ code, label, from }) => `${code} ${from === null ? label.toLowerCase() : say('from {from}%', { from })}`)
    .join(', ');
  if (scale.curriculum === 'cbc')
    return scale.isProvisional ? say('Levels (provisional): {bands}.', { bands }) : say('Levels: {bands}.', { bands });
  return scale.isProvisional ? say('Grades (provisional): {bands}.', { bands }) : say('Grades: {bands}.', { bands });
}

/** Renders report cards as one PDF, each on a new page. Throws RangeError without cards. */
export function reportCardPdf(file: ReportCardFile, say: Say): Uint8Array {
  const [first, ...others] = file.cards;
  if (!first) throw new RangeError('There is no report card to print');
  let layout = writeCard(file, first, say);
  for (const card of others) layout = writeCard(file, card, say, layout.doc.addPage());
  const { issuer, term, printedOn: day } = file;
  return finishPdf(layout, say('{school}, {term}, printed {day}', { school: issuer.name, term, day }), (page, pages) =>
    say('Page {page} of {pages}', { page, pages }),
  );
}

/** What the database says of report cards, for `reportCardPdf`; `printedOn` is an ISO day. */
export function reportCardFile({ school, term, cards }: ReportCards, printedOn: string): ReportCardFile {
  return {
    issuer: school,
    motto: school.motto ?? '',
    term: term.name,
    nextTerm: term.next_starts_on ? formatDate(term.next_starts_on) : '',
    printedOn: formatDate(printedOn),
    cards: cards.map((card) => ({
      student: { name: card.student.name, admissionNumber: card.student.admission_number },
      className: card.class_name ?? '',
      classTeacher: card.class_teacher ?? '',
      scale: card.scale,
      attendance: card.attendance,
      subjects: card.subjects.map(({ name, assessments }) => ({
        name,
        assessments: assessments.map((mark) => ({
          name: mark.class_name ? `${mark.name} (${mark.class_name})` : mark.name,
          score: mark.score,
          maxScore: mark.max_score,
          weight: mark.weight,
        })),
      })),
    })),
  };
}
