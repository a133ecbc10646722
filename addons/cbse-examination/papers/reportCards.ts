import type { ReportCardsPaper } from '@masomo/documents/reportCard';
import { schoolLook, type LookPictures } from '@masomo/documents/schoolLook';
import type { Say } from '@masomo/domain/say';
import { formatDate } from '@masomo/domain/time';
import type { CbseCard, CbseCards } from '../data/cards.ts';

type Subject = CbseCard['subjects'][number];
type Printing = { printedOn: string; lang: string; pictures?: LookPictures };

const twoPlaces = (result: number | null) => (result === null ? '–' : result.toFixed(2));
const graded = ({ result, grade }: Subject['parts'][number]) => (result === null ? '–' : `${result.toFixed(2)} ${grade ?? ''}`.trim());

/** What makes up each part, in the order that the legend names: a card with two terms fits one page. */
function componentsText(cards: CbseCards, { parts }: Subject): string {
  const texts = parts.map(({ components }) => components.map(({ result, out_of: outOf }) => `${twoPlaces(result)}/${outOf}`).join(' · '));
  return cards.parts.length === 1 ? (texts[0] ?? '') : cards.parts.map(({ name }, index) => `${name}: ${texts[index] ?? ''}`).join('\n');
}

function attended(card: CbseCard, index: number, say: Say): string {
  const { marked = 0, present = 0 } = card.attendance[index] ?? {};
  return marked === 0 ? '–' : say('{attended} of {marked}', { attended: present, marked });
}

function cardPaper(cards: CbseCards, card: CbseCard, pictures: LookPictures, say: Say): ReportCardsPaper['cards'][number] {
  const { student } = card;
  const hasYear = cards.parts.length === cards.weights.length;
  const signer = schoolLook(cards.school, pictures).signer;
  return {
    name: student.name,
    facts: [
      { label: say('Admission number'), value: student.admission_number },
      { label: say('Class'), value: cards.class_name },
      ...(student.date_of_birth ? [{ label: say('Date of birth'), value: formatDate(student.date_of_birth) }] : []),
      ...cards.parts.map(({ name }, index) => ({ label: say('Days attended, {term}', { term: name }), value: attended(card, index, say) })),
    ],
    columns: [
      say('Subject'),
      say('Marks'),
      hasYear ? say('Year') : say('Result'),
      say('Grade'),
      cards.parts.length > 1 ? say('Terms') : '',
    ],
    rows: card.subjects.map((subject) => {
      const last = subject.parts.at(-1);
      const result = hasYear ? subject.year : (last?.result ?? null);
      return {
        subject: subject.name,
        marks: componentsText(cards, subject),
        result: twoPlaces(result),
        share: result,
        grade: (hasYear ? subject.grade : last?.grade) ?? '–',
        meaning:
          cards.parts.length > 1 ? subject.parts.map((part, index) => `${cards.parts[index]?.name ?? ''} ${graded(part)}`).join('\n') : '',
      };
    }),
    empty: say('No marks in this year.'),
    figures: card.areas.map(({ name, grades }) => ({ label: name, value: grades.map((grade) => grade ?? '–').join(' · '), wide: false })),
    next: '',
    notes: card.remarks.map((remark) => remark ?? ''),
    signatures: [
      { label: say('Class teacher'), name: cards.class_teacher ?? '', picture: '' },
      { label: signer.title || say('Head teacher, signature and stamp'), name: signer.name, picture: signer.picture },
      { label: say('Guardian'), name: '', picture: '' },
    ],
    legend: say('Marks of each term: {components}. Grades by whole marks: {bands}. Co-scholastic areas: {grades}, best first.', {
      components: (card.subjects[0]?.parts[0]?.components ?? []).map((each) => each.name).join(' · '),
      bands: cards.bands.map(({ grade, lowest }) => `${grade} ${lowest}`).join(', '),
      grades: cards.area_grades.join(', '),
    }),
  };
}

/** CBSE report cards for the template of report cards. `printedOn` is an ISO day, `lang` the language of `say`. */
export function cbseCardsPaper(cards: CbseCards, { printedOn, lang, pictures = {} }: Printing, say: Say): ReportCardsPaper {
  return {
    lang,
    look: schoolLook(cards.school, pictures),
    title: say('Report card'),
    term: cards.year,
    note: say('{school}, {term}, printed {day}', { school: cards.school.name, term: cards.year, day: formatDate(printedOn) }),
    page: say('Page {page} of {pages}'),
    remarks: [...cards.parts.map(({ name }) => say('Class teacher’s remarks, {term}', { term: name })), say('Head teacher’s remarks')],
    cards: cards.cards.map((card) => cardPaper(cards, card, pictures, say)),
  };
}
