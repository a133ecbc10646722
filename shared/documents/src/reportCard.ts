import { bandLabel, gradeOf, hasMean, meanPercent, percentText, weightedPercent, type GradingScale } from '@masomo/domain/gradebook';
import { absenceLabels } from '@masomo/domain/marks';
import type { ReportCards } from '@masomo/domain/reportCards';
import type { Say } from '@masomo/domain/say';
import { formatDate } from '@masomo/domain/time';
import type { PaperCheck } from './paperCheck.ts';
import { schoolLook, type LookPictures, type SchoolLook } from './schoolLook.ts';

type Card = ReportCards['cards'][number];
type Fact = { label: string; value: string };
type Row = {
  subject: string;
  marks: string;
  result: string;
  /** The result from 0 to 100; null without one. */
  share: number | null;
  grade: string;
  meaning: string;
};

/** Report cards as their template reads them: every text is said. */
export type ReportCardsPaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  term: string;
  note: string;
  /** With `{page}` and `{pages}`, which the template fills in. */
  page: string;
  remarks: readonly string[];
  cards: readonly {
    name: string;
    facts: readonly Fact[];
    columns: readonly string[];
    rows: readonly Row[];
    /** A row of single marks per subject, in place of `rows`: groups of columns, each column's heading from the second on, and cells. */
    sheet: {
      groups: readonly { heading: string; columns: number }[];
      columns: readonly string[];
      rows: readonly (readonly string[])[];
    } | null;
    /** Said where there are no rows. */
    empty: string;
    figures: readonly (Fact & { wide: boolean })[];
    next: string;
    /** What is said below each of `remarks`; lines to write on where there is nothing. */
    notes: readonly string[];
    signatures: readonly { label: string; name: string; picture: string }[];
    legend: string;
    check?: PaperCheck | undefined;
  }[];
};

const trimmed = (score: number) => String(Math.round(score * 100) / 100);
const gradeHeader = ({ curriculum }: GradingScale, say: Say) => (curriculum === 'cbc' ? say('Level') : say('Grade'));

function scaleLegend(scale: GradingScale, say: Say): string {
  const bands = scale.bands
    .map(({ code, label, from }) => `${code} ${from === null ? label.toLowerCase() : say('from {from}%', { from })}`)
    .join(', ');
  if (scale.curriculum === 'cbc')
    return scale.isProvisional ? say('Levels (provisional): {bands}.', { bands }) : say('Levels: {bands}.', { bands });
  return scale.isProvisional ? say('Grades (provisional): {bands}.', { bands }) : say('Grades: {bands}.', { bands });
}

type PrintedMark = Card['subjects'][number]['assessments'][number];

function markText({ name, class_name: otherClass, score, absence, max_score: most }: PrintedMark, say: Say): string {
  const mark = absence ? say(absenceLabels[absence]) : `${trimmed(score ?? 0)}/${trimmed(most)}`;
  return `${otherClass ? `${name} (${otherClass})` : name} ${mark}`;
}

/** What stands for the result of a subject in which no mark counts: that the student was absent, or else is exempt. */
function absenceOf(marks: readonly PrintedMark[]) {
  return marks.find(({ absence }) => absence === 'absent')?.absence ?? marks.find(({ absence }) => absence)?.absence;
}

function absenceLegend({ subjects }: Card, say: Say): string {
  const marks = subjects.flatMap(({ assessments }) => assessments);
  const absent = marks.find(({ absence }) => absence === 'absent');
  return [
    absent && (absent.counts === 0 ? say('Abs: absent, counts as 0.') : say('Abs: absent, not counted.')),
    marks.some(({ absence }) => absence === 'exempt') && say('Ex: exempt, not counted.'),
  ]
    .filter(Boolean)
    .join(' ');
}

function resultRows({ scale, subjects }: Card, say: Say): Row[] {
  return subjects.map(({ name, assessments }) => {
    const percent = weightedPercent(
      assessments.flatMap(({ score, counts = score, weight, max_score: maxScore }) =>
        counts === null ? [] : [{ score: counts, weight, maxScore }],
      ),
    );
    const absence = percent === null ? absenceOf(assessments) : undefined;
    const grade = percent === null ? undefined : gradeOf(scale, percent);
    return {
      subject: name,
      marks: assessments.map((mark) => markText(mark, say)).join(', '),
      result: absence ? say(absenceLabels[absence]) : percentText(percent),
      share: percent,
      // The examinations council prints X for who did not sit a subject.
      grade: grade?.code ?? (absence === 'absent' && scale?.curriculum === '8-4-4' ? 'X' : '–'),
      meaning: grade ? say(bandLabel(grade)) : '',
    };
  });
}

function meanFigure(scale: Card['scale'], rows: readonly Row[], say: Say): Fact[] {
  const percents = rows.flatMap(({ share }) => (share === null ? [] : [share]));
  const mean = hasMean(scale) ? meanPercent(percents) : null;
  if (mean === null) return [];
  const count = percents.length;
  return [
    {
      label: count === 1 ? say('Mean of one subject') : say('Mean of {count} subjects', { count }),
      value: [percentText(mean), gradeOf(scale, mean)?.code].filter(Boolean).join('  '),
    },
  ];
}

function attendanceFigures({ marked, present, late, excused, absent }: Card['attendance'], say: Say): Fact[] {
  if (marked === 0) return [{ label: say('Attendance'), value: say('Not recorded in this term') }];
  return [
    { label: say('Days attended'), value: say('{attended} of {marked}', { attended: present + late, marked }) },
    { label: say('Late'), value: String(late) },
    { label: say('Excused'), value: String(excused) },
    { label: say('Absent'), value: String(absent) },
  ];
}

function cardPaper(card: Card, next: string, look: SchoolLook, say: Say): ReportCardsPaper['cards'][number] {
  const { student, scale } = card;
  const rows = resultRows(card, say);
  const teacher = card.class_teacher ?? '';
  return {
    name: student.name,
    facts: [
      { label: say('Admission number'), value: student.admission_number },
      { label: say('Class'), value: card.class_name || say('None') },
      ...(teacher ? [{ label: say('Class teacher'), value: teacher }] : []),
    ],
    columns: [say('Subject'), say('Assessments'), say('Result'), ...(scale ? [gradeHeader(scale, say), ''] : [])],
    rows,
    sheet: null,
    empty: say('No marks in this term.'),
    figures: [
      ...meanFigure(scale, rows, say).map((figure) => ({ ...figure, wide: true })),
      ...attendanceFigures(card.attendance, say).map((figure) => ({ ...figure, wide: false })),
    ],
    next,
    notes: [],
    signatures: [
      { label: say('Class teacher'), name: teacher, picture: '' },
      {
        label: look.signer.title || say('Head teacher, signature and stamp'),
        name: look.signer.name,
        picture: look.signer.picture,
      },
      { label: say('Guardian'), name: '', picture: '' },
    ],
    legend: [absenceLegend(card, say), scale ? scaleLegend(scale, say) : ''].filter(Boolean).join(' '),
  };
}

/** What the report cards of a class are called. */
export const reportCardsTitle = ({ term, cards }: ReportCards, say: Say): string =>
  say('Report cards {class}, {term}', { class: cards[0]?.class_name ?? '', term: term.name });

/** How cards are printed; `checks` are those of the cards, in their order. */
export type PrintedCards = { printedOn: string; lang: string; pictures?: LookPictures; checks?: readonly PaperCheck[] };

/** Report cards for their template. `printedOn` is an ISO day, `lang` the language of `say`. */
export function reportCardsPaper(
  { school, term, cards }: ReportCards,
  { printedOn, lang, pictures = {}, checks = [] }: PrintedCards,
  say: Say,
): ReportCardsPaper {
  const look = schoolLook(school, pictures);
  const next = term.next_starts_on ? say('The next term begins on {day}.', { day: formatDate(term.next_starts_on) }) : '';
  return {
    lang,
    look,
    title: say('Report card'),
    term: term.name,
    note: say('{school}, {term}, printed {day}', { school: school.name, term: term.name, day: formatDate(printedOn) }),
    page: say('Page {page} of {pages}'),
    remarks: [say('Class teacher’s remarks'), say('Head teacher’s remarks')],
    cards: cards.map((card, index) => ({ ...cardPaper(card, next, look, say), check: checks[index] })),
  };
}
