import type { PrintedCards, ReportCardsPaper } from '@masomo/documents/reportCard';
import { schoolLook, type LookPictures } from '@masomo/documents/schoolLook';
import type { Say } from '@masomo/domain/say';
import { formatDate } from '@masomo/domain/time';
import type { CbseCard, CbseCards } from '../data/cards.ts';

type Subject = CbseCard['subjects'][number];
type Part = Subject['parts'][number];
type Sheet = NonNullable<ReportCardsPaper['cards'][number]['sheet']>;

const twoPlaces = (result: number | null | undefined) => (typeof result === 'number' ? result.toFixed(2) : '–');

/** What a component came to; a student who sat none of its tests has no marks that could be read as an answer. */
const componentText = ({ result, is_absent: isAbsent }: Part['components'][number], say: Say) => (isAbsent ? say('AB') : twoPlaces(result));

/** The board's layout: each component of each term in a column, its total and grade, then the year. */
function marksSheet(cards: CbseCards, { subjects }: CbseCard, say: Say): Sheet {
  const components = subjects[0]?.parts[0]?.components ?? [];
  const hasYear = cards.weights.length > 1 && cards.parts.length === cards.weights.length;
  const total = [say('Marks out of 100'), say('Grade')];
  return {
    groups: [
      ...cards.parts.map(({ name }) => ({ heading: name, columns: components.length + 2 })),
      ...(hasYear ? [{ heading: say('Year ({weights})', { weights: cards.weights.join(' : ') }), columns: 2 }] : []),
    ],
    columns: [
      say('Subject'),
      ...cards.parts.flatMap(() => [...components.map(({ name, out_of: outOf }) => `${name} (${outOf})`), ...total]),
      ...(hasYear ? total : []),
    ],
    rows: subjects.map((subject) => [
      subject.name,
      ...cards.parts.flatMap((_, index) => partCells(subject.parts[index], say)),
      ...(hasYear ? [twoPlaces(subject.year), subject.grade ?? '–'] : []),
    ]),
  };
}

function partCells(part: Part | undefined, say: Say): string[] {
  return [...(part?.components ?? []).map((component) => componentText(component, say)), twoPlaces(part?.result), part?.grade ?? '–'];
}

function attended(card: CbseCard, index: number, say: Say): string {
  const { marked = 0, present = 0 } = card.attendance[index] ?? {};
  return marked === 0 ? '–' : say('{attended} of {marked}', { attended: present, marked });
}

function cardPaper(cards: CbseCards, card: CbseCard, pictures: LookPictures, say: Say): ReportCardsPaper['cards'][number] {
  const { student } = card;
  const signer = schoolLook(cards.school, pictures).signer;
  return {
    name: student.name,
    facts: [
      { label: say('Admission number'), value: student.admission_number },
      { label: say('Class'), value: cards.class_name },
      ...(student.date_of_birth ? [{ label: say('Date of birth'), value: formatDate(student.date_of_birth) }] : []),
      ...cards.parts.map(({ name }, index) => ({ label: say('Days attended, {term}', { term: name }), value: attended(card, index, say) })),
    ],
    columns: [],
    rows: [],
    sheet: marksSheet(cards, card, say),
    empty: say('No marks in this year.'),
    figures: card.areas.map(({ name, grades }) => ({ label: name, value: grades.map((grade) => grade ?? '–').join(' · '), wide: false })),
    next: '',
    notes: card.remarks.map((remark) => remark ?? ''),
    signatures: [
      { label: say('Class teacher'), name: cards.class_teacher ?? '', picture: '' },
      { label: signer.title || say('Head teacher, signature and stamp'), name: signer.name, picture: signer.picture },
      { label: say('Guardian'), name: '', picture: '' },
    ],
    legend: say('AB: absent. Grades by whole marks: {bands}. Co-scholastic areas: {grades}, best first.', {
      bands: cards.bands.map(({ grade, lowest }) => `${grade} ${lowest}`).join(', '),
      grades: cards.area_grades.join(', '),
    }),
  };
}

/** CBSE report cards for the template of report cards. `printedOn` is an ISO day, `lang` the language of `say`. */
export function cbseCardsPaper(
  cards: CbseCards,
  { printedOn, lang, pictures = {}, checks = [] }: PrintedCards,
  say: Say,
): ReportCardsPaper {
  return {
    lang,
    look: schoolLook(cards.school, pictures),
    title: say('Report card'),
    term: cards.year,
    note: say('{school}, {term}, printed {day}', { school: cards.school.name, term: cards.year, day: formatDate(printedOn) }),
    page: say('Page {page} of {pages}'),
    remarks: [...cards.parts.map(({ name }) => say('Class teacher’s remarks, {term}', { term: name })), say('Head teacher’s remarks')],
    cards: cards.cards.map((card, index) => ({ ...cardPaper(cards, card, pictures, say), check: checks[index] })),
  };
}
