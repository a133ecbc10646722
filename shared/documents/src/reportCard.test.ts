import { describe, expect, it } from 'vitest';
import type { GradingScale } from '@masomo/domain/gradebook';
import { fillPlaces as say } from '@masomo/domain/say';
import { reportCardPdf, type ReportCard } from './reportCard.ts';

const cbc: GradingScale = {
  curriculum: 'cbc',
  isProvisional: true,
  bands: [
    { code: 'EE1', label: 'Exceeding expectations', from: 90 },
    { code: 'ME2', label: 'Meeting expectations', from: 0 },
  ],
};
const grades: GradingScale = {
  curriculum: '8-4-4',
  isProvisional: false,
  bands: [
    { code: 'A', label: 'Excellent', from: 80 },
    { code: 'B+', label: 'Good', from: 70 },
    { code: 'E', label: 'Poor', from: 0 },
  ],
};

const card = (name: string): ReportCard => ({
  student: { name, admissionNumber: 'GA/1041' },
  className: 'Form 1 East',
  classTeacher: 'Peter Otieno',
  scale: cbc,
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
    const text = textOf(reportCardPdf({ ...file, cards: [card('Brian Njeri')] }, say));
    for (const words of [
      'Report card, Term 3 2026',
      'Ever higher',
      'Brian Njeri',
      'Peter Otieno',
      'CAT 15/20, Exam 50/100',
      '56%',
      'ME2',
      '90%',
      'EE1',
      'Levels \\(provisional\\): EE1 from 90%, ME2 from 0%.',
      '55 of 60 days',
      '5 Jan 2027',
      'Page 1 of 1',
    ])
      expect(text).toContain(words);
  });

  it('has grades and a mean in 8-4-4, levels and no mean in the competency-based curriculum', () => {
    const [cbcText, gradedText, plainText] = [cbc, grades, null].map((scale) =>
      textOf(reportCardPdf({ ...file, cards: [{ ...card('Brian Njeri'), scale }] }, say)),
    );
    // 56.25 and 90: the mean is rounded once.
    expect(gradedText).toContain('Mean of 2 subjects: 73%, B+');
    expect(gradedText).not.toContain('EE1');
    expect(cbcText).not.toContain('Mean of');
    expect(plainText).toContain('Mean of 2 subjects: 73%');
    for (const words of ['EE1', 'B+', 'Levels', 'Grades']) expect(plainText).not.toContain(words);
  });

  it('starts a new page for every student of a class', () => {
    const text = textOf(reportCardPdf({ ...file, cards: ['Amani', 'Brian', 'Chebet'].map(card) }, say));
    for (const words of ['Amani', 'Brian', 'Chebet', 'Page 3 of 3']) expect(text).toContain(words);
  });

  it('states that there are no marks, and refuses an empty class', () => {
    const text = textOf(
      reportCardPdf(
        {
          ...file,
          nextTerm: '',
          cards: [{ ...card('New Comer'), subjects: [], attendance: { marked: 0, present: 0, late: 0, excused: 0, absent: 0 } }],
        },
        say,
      ),
    );
    expect(text).toContain('No marks in this term.');
    expect(text).toContain('No attendance recorded');
    expect(text).not.toContain('The next term begins');
    expect(() => reportCardPdf({ ...file, cards: [] }, say)).toThrow('no report card');
  });
});
