import { describe, expect, it } from 'vitest';
import { fillPlaces } from '@masomo/domain/say';
import type { CbseCards } from '../data/cards.ts';
import { cbseCardsPaper } from './reportCards.ts';

const part = (result: number | null, grade: string | null) => ({
  components: [
    { name: 'Periodic test', out_of: 10, result: 8.25, is_absent: false },
    { name: 'Examination', out_of: 90, result: result === null ? null : result - 8.25, is_absent: result === 0 },
  ],
  result,
  grade,
});
const cardsOf = (more: Partial<CbseCards> = {}): CbseCards => ({
  school: {
    name: 'Greenfield',
    motto: null,
    email: null,
    phone: null,
    address: '',
    time_zone: 'Africa/Nairobi',
    payment_instructions: null,
    look: null,
  },
  class_name: 'VI A',
  class_teacher: 'Faith Achieng',
  scheme: 'Classes VI to VIII',
  year: 'Term 1 – Term 2',
  weights: [40, 60],
  area_grades: ['A', 'B', 'C'],
  bands: [
    { grade: 'A1', lowest: 91 },
    { grade: 'E', lowest: 0 },
  ],
  parts: [
    { part: 1, name: 'Term 1' },
    { part: 2, name: 'Term 2' },
  ],
  cards: [
    {
      student: { id: 's', name: 'आरव शर्मा', admission_number: 'GA/1', date_of_birth: '2014-05-31' },
      subjects: [{ name: 'Biology', parts: [part(88.75, 'A2'), part(93, 'A1')], year: 91.3, grade: 'A1' }],
      areas: [{ name: 'Art education', grades: ['A', null] }],
      attendance: [
        { marked: 40, present: 38 },
        { marked: 0, present: 0 },
      ],
      remarks: ['Works well.', null],
    },
  ],
  ...more,
});
const paperOf = (cards: CbseCards) => cbseCardsPaper(cards, { printedOn: '2026-11-29', lang: 'en' }, fillPlaces);

describe('a CBSE report card', () => {
  it('has both terms with what makes them up, the year by their weights, areas, attendance and remarks', () => {
    const { cards, remarks } = paperOf(cardsOf());
    expect(cards[0]?.sheet).toEqual({
      groups: [
        { heading: 'Term 1', columns: 4 },
        { heading: 'Term 2', columns: 4 },
        { heading: 'Year (40 : 60)', columns: 2 },
      ],
      columns: [
        'Subject',
        ...['Periodic test (10)', 'Examination (90)', 'Marks out of 100', 'Grade'],
        ...['Periodic test (10)', 'Examination (90)', 'Marks out of 100', 'Grade'],
        ...['Marks out of 100', 'Grade'],
      ],
      rows: [['Biology', '8.25', '80.50', '88.75', 'A2', '8.25', '84.75', '93.00', 'A1', '91.30', 'A1']],
    });
    expect(cards[0]?.figures).toEqual([{ label: 'Art education', value: 'A · –', wide: false }]);
    expect(cards[0]?.facts.slice(-2).map(({ value }) => value)).toEqual(['38 of 40', '–']);
    expect([remarks[0], cards[0]?.notes]).toEqual(['Class teacher’s remarks, Term 1', ['Works well.', '']]);
  });

  it('says the result of the term where the year has none', () => {
    const first = cardsOf().cards[0];
    if (!first) throw new Error('There is a card.');
    const subjects = [{ name: 'Biology', parts: [part(88.75, 'A2')], year: null, grade: null }];
    const { cards } = paperOf(cardsOf({ parts: [{ part: 1, name: 'Term 1' }], cards: [{ ...first, subjects }] }));
    expect(cards[0]?.sheet?.groups).toEqual([{ heading: 'Term 1', columns: 4 }]);
    expect(cards[0]?.sheet?.rows).toEqual([['Biology', '8.25', '80.50', '88.75', 'A2']]);
  });

  it('says that a student was absent instead of printing a zero', () => {
    const first = cardsOf().cards[0];
    if (!first) throw new Error('There is a card.');
    const subjects = [{ name: 'Biology', parts: [part(0, 'E')], year: null, grade: null }];
    const { cards } = paperOf(cardsOf({ parts: [{ part: 1, name: 'Term 1' }], cards: [{ ...first, subjects }] }));
    expect(cards[0]?.sheet?.rows).toEqual([['Biology', '8.25', 'AB', '0.00', 'E']]);
  });
});
