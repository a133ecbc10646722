import { describe, expect, it } from 'vitest';
import { reportCardPdf, type ReportCard } from './reportCard.ts';

const card = (name: string): ReportCard => ({
  student: { name, admissionNumber: 'GA/1041' },
  className: 'Form 1 East',
  classTeacher: 'Peter Otieno',
  attendance: { marked: 60, present: 50, late: 5, excused: 3, absent: 2 },
  subjects: [
    {
      name: 'Biology',
      assessments: [
        { name: 'CAT', score: 15, maxScore: 20, weight: 1 },
        { name: 'Exam', score: 50, maxScore: 100, weight: 3 },
      ],
    },
    { name: 'English', assessments: [{ name: 'Essay', score: 9, maxScore: 10, weight: 1 }] },
    { name: 'Chess', assessments: [{ name: 'Club', score: 9, maxScore: 10, weight: 0 }] },
  ],
});
const file = {
  issuer: { name: 'Greenfield Academy' },
  motto: 'Ever higher',
  term: 'Term 3 2026',
  nextTerm: '5 Jan 2027',
  printedOn: '21 Nov 2026',
};
const textOf = (pdf: Uint8Array) => new TextDecoder('latin1').decode(pdf);

describe('a report card', () => {
  it('contains weighted marks, the level and the attendance', () => {
    const text = textOf(reportCardPdf({ ...file, cards: [card('Brian Njeri')] }));
    for (const words of [
      'Report card, Term 3 2026',
      'Ever higher',
      'Brian Njeri',
      'Peter Otieno',
      'CAT 15/20, Exam 50/100',
      '56.3%',
      'ME2',
      '90%',
      'EE1',
      'Mean of 2 subjects: 73.2%',
      '55 of 60 days',
      '5 Jan 2027',
      'Page 1 of 1',
    ])
      expect(text).toContain(words);
  });

  it('starts a new page for every student of a class', () => {
    const text = textOf(reportCardPdf({ ...file, cards: ['Amani', 'Brian', 'Chebet'].map(card) }));
    for (const words of ['Amani', 'Brian', 'Chebet', 'Page 3 of 3']) expect(text).toContain(words);
  });

  it('states that there are no marks, and refuses an empty class', () => {
    const text = textOf(
      reportCardPdf({
        ...file,
        nextTerm: '',
        cards: [{ ...card('New Comer'), subjects: [], attendance: { marked: 0, present: 0, late: 0, excused: 0, absent: 0 } }],
      }),
    );
    expect(text).toContain('No marks were given');
    expect(text).toContain('No register was taken');
    expect(text).not.toContain('The next term begins');
    expect(() => reportCardPdf({ ...file, cards: [] })).toThrow('no report card');
  });
});
