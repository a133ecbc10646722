import { cbcLevelOf, cbcLevels, weightedPercent, type WeightedScore } from '@masomo/domain/gradebook';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer } from './pdfLayout.ts';

/** One student's term; days as people read them. */
export type ReportCard = {
  student: { name: string; admissionNumber: string };
  className: string;
  classTeacher: string;
  attendance: { marked: number; present: number; late: number; excused: number; absent: number };
  subjects: readonly { name: string; assessments: readonly (WeightedScore & { name: string })[] }[];
};
/** The cards of a class, or one. */
export type ReportCardFile = {
  issuer: Issuer;
  motto: string;
  term: string;
  nextTerm: string;
  printedOn: string;
  cards: readonly ReportCard[];
};

const percentText = (percent: number | null) => (percent === null ? '-' : `${percent}%`);
const trimmed = (score: number) => String(Math.round(score * 100) / 100);

function writeCard(file: ReportCardFile, card: ReportCard, doc?: ReturnType<typeof startPdf>['doc']) {
  let paper = startPdf(file.issuer, `Report card, ${file.term}`, doc);
  if (file.motto) paper = writeLine(paper, file.motto);
  paper = writeFacts({ ...paper, y: paper.y + 4 }, [
    ['Student', card.student.name],
    ['Admission number', card.student.admissionNumber],
    ['Class', card.className || 'None'],
    ...(card.classTeacher ? [['Class teacher', card.classTeacher] as const] : []),
  ]);
  const results = card.subjects.map(({ name, assessments }) => ({ name, assessments, percent: weightedPercent(assessments) }));
  paper =
    results.length === 0
      ? writeLine(paper, 'No marks were given in this term.')
      : writeTable(
          paper,
          ['Subject', 'Assessments', 'Result', 'Level', ''],
          results.map(({ name, assessments, percent }) => {
            const level = percent === null ? undefined : cbcLevelOf(percent);
            return [
              name,
              assessments.map((mark) => `${mark.name} ${trimmed(mark.score)}/${trimmed(mark.maxScore)}`).join(', '),
              percentText(percent),
              level?.code ?? '-',
              level?.label ?? '',
            ];
          }),
          [2],
        );
  const counted = results.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  if (counted.length > 0) {
    const mean = weightedPercent(counted.map((score) => ({ score, maxScore: 100, weight: 1 }))) ?? 0;
    paper = writeLine(
      paper,
      `Mean of ${counted.length} ${counted.length === 1 ? 'subject' : 'subjects'}: ${mean}%, ${cbcLevelOf(mean).code} (${cbcLevelOf(mean).label.toLowerCase()})`,
      { isStrong: true },
    );
  }
  const { marked, present, late, excused, absent } = card.attendance;
  paper = writeLine(
    paper,
    marked === 0
      ? 'No register was taken in this term.'
      : `Attendance: ${present + late} of ${marked} days (late ${late}, excused ${excused}, absent ${absent}).`,
  );
  if (file.nextTerm) paper = writeLine(paper, `The next term begins on ${file.nextTerm}.`);
  const line = '_'.repeat(78);
  for (const words of ["Class teacher's remarks:", "Head teacher's remarks:"]) {
    paper = writeLine({ ...paper, y: paper.y + 12 }, words, { isStrong: true });
    paper = writeLine({ ...paper, y: paper.y + 8 }, line);
  }
  paper = writeLine({ ...paper, y: paper.y + 12 }, 'Signature and stamp: _______________________     Guardian: _______________________');
  return writeLine({ ...paper, y: paper.y + 8 }, `Levels: ${cbcLevels.map(({ code, from }) => `${code} from ${from}%`).join(', ')}.`);
}

/** Report cards as one PDF to print, each on a page of its own. Throws RangeError without cards. */
export function reportCardPdf(file: ReportCardFile): Uint8Array {
  const [first, ...others] = file.cards;
  if (!first) throw new RangeError('There is no report card to print');
  let paper = writeCard(file, first);
  for (const card of others) paper = writeCard(file, card, paper.doc.addPage());
  return finishPdf(paper, `${file.issuer.name}, ${file.term}, printed ${file.printedOn}`);
}
