import { describe, expect, it } from 'vitest';
import type { ReportCards } from '@masomo/domain/reportCards';
import { fillPlaces as say } from '@masomo/domain/say';
import { reportCardsPaper } from './reportCard.ts';

type Card = ReportCards['cards'][number];
const cbc: Card['scale'] = {
  id: 'k1',
  curriculum: 'cbc',
  isProvisional: true,
  bands: [
    { code: 'EE1', label: 'Exceeding expectations', from: 90 },
    { code: 'ME2', label: 'Meeting expectations', from: 0 },
  ],
};
const grades: Card['scale'] = {
  id: 'k2',
  curriculum: '8-4-4',
  isProvisional: false,
  bands: [
    { code: 'A', label: 'Excellent', from: 80 },
    { code: 'B+', label: 'Good', from: 70 },
    { code: 'E', label: 'Poor', from: 0 },
  ],
};

const card: Card = {
  student: { id: 's1', name: 'Brian Njeri', admission_number: 'GA/1041' },
  class_name: 'Form 1 East',
  class_teacher: 'Peter Otieno',
  scale: cbc,
  attendance: { marked: 60, present: 50, late: 5, excused: 3, absent: 2 },
  subjects: [
    {
      name: 'Biology',
      assessments: [
        { name: 'CAT', score: 15, max_score: 20, weight: 1, class_name: 'Form 1 West' },
        { name: 'Exam', score: 50, max_score: 100, weight: 3 },
      ],
    },
    { name: 'English', assessments: [{ name: 'Essay', score: 9, max_score: 10, weight: 1 }] },
    { name: 'Chess', assessments: [{ name: 'Club', score: 9, max_score: 10, weight: 0 }] },
  ],
};
const paperOf = (...cards: Card[]) =>
  reportCardsPaper(
    {
      school: {
        ...{ name: 'Greenfield Academy', motto: 'Ever higher', email: null, phone: '0700', address: 'Nairobi' },
        ...{ time_zone: 'Africa/Nairobi', payment_instructions: null, look: null },
      },
      term: { name: 'Term 3 2026', starts_on: '2026-09-01', ends_on: '2026-11-20', next_starts_on: '2027-01-05' },
      cards,
    },
    { printedOn: '2026-11-21', lang: 'en' },
    say,
  );

describe('a report card', () => {
  it('contains weighted marks, the level and the attendance', () => {
    const paper = paperOf(card);
    expect(paper).toMatchObject({
      title: 'Report card',
      term: 'Term 3 2026',
      note: 'Greenfield Academy, Term 3 2026, printed 21 Nov 2026',
      look: { motto: 'Ever higher', contact: 'Nairobi  ·  0700' },
    });
    expect(paper.cards).toMatchObject([
      {
        name: 'Brian Njeri',
        facts: [{ value: 'GA/1041' }, { value: 'Form 1 East' }, { value: 'Peter Otieno' }],
        columns: ['Subject', 'Assessments', 'Result', 'Level', ''],
        rows: [
          {
            subject: 'Biology',
            marks: 'CAT (Form 1 West) 15/20, Exam 50/100',
            result: '56%',
            grade: 'ME2',
            meaning: 'Meeting expectations',
          },
          { subject: 'English', result: '90%', share: 90, grade: 'EE1' },
          { subject: 'Chess', share: null, grade: '–' },
        ],
        figures: [
          { label: 'Days attended', value: '55 of 60' },
          { label: 'Late', value: '5' },
          { label: 'Excused', value: '3' },
          { label: 'Absent', value: '2' },
        ],
        next: 'The next term begins on 5 Jan 2027.',
        legend: 'Levels (provisional): EE1 from 90%, ME2 from 0%.',
      },
    ]);
  });

  it('has grades and a mean in 8-4-4, levels and no mean in the competency-based curriculum', () => {
    const [leveled, graded, plain] = paperOf(card, { ...card, scale: grades }, { ...card, scale: null }).cards;
    // 56.25 and 90: the mean is rounded once.
    expect(graded?.figures[0]).toEqual({ label: 'Mean of 2 subjects', value: '73%  B+', wide: true });
    expect(leveled?.figures.map(({ label }) => label)).not.toContain('Mean of 2 subjects');
    expect(plain?.figures[0]).toMatchObject({ label: 'Mean of 2 subjects', value: '73%' });
    expect([plain?.columns, plain?.legend]).toEqual([['Subject', 'Assessments', 'Result'], '']);
  });

  it('prints Abs and Ex for marks and results, never 0, and says whether absent counts', () => {
    const mark = (name: string, absence: 'absent' | 'exempt', counts: number | null) => ({
      ...{ name, score: null, absence, counts, max_score: 20, weight: 1 },
    });
    const subjects: Card['subjects'] = [
      { name: 'Biology', assessments: [{ name: 'CAT', score: 15, counts: 15, max_score: 20, weight: 1 }, mark('Exam', 'absent', null)] },
      { name: 'English', assessments: [mark('Essay', 'absent', null), mark('Exam', 'exempt', null)] },
      { name: 'Music', assessments: [mark('Exam', 'exempt', null)] },
    ];
    const [left, leveled] = paperOf({ ...card, subjects, scale: grades }, { ...card, subjects }).cards;
    expect(left?.rows).toMatchObject([
      { marks: 'CAT 15/20, Exam Abs', result: '75%', grade: 'B+' },
      { marks: 'Essay Abs, Exam Ex', result: 'Abs', share: null, grade: 'X' },
      { marks: 'Exam Ex', result: 'Ex', share: null, grade: '–' },
    ]);
    expect(left?.figures[0]).toMatchObject({ label: 'Mean of one subject', value: '75%  B+' });
    expect(left?.legend).toMatch(/^Abs: absent, not counted. Ex: exempt, not counted. Grades: /);
    expect(leveled?.rows.map(({ grade }) => grade)).toEqual(['ME2', '–', '–']);

    const counted = [
      { name: 'Biology', assessments: [mark('CAT', 'absent', 0), { ...mark('Exam', 'absent', 16), score: 16, absence: null }] },
    ];
    const [zero] = paperOf({ ...card, subjects: counted, scale: null }).cards;
    expect(zero?.rows).toMatchObject([{ marks: 'CAT Abs, Exam 16/20', result: '40%' }]);
    expect(zero?.legend).toBe('Abs: absent, counts as 0.');
  });

  it('states that there are no marks and no attendance', () => {
    const [empty] = paperOf({ ...card, subjects: [], attendance: { marked: 0, present: 0, late: 0, excused: 0, absent: 0 } }).cards;
    expect(empty).toMatchObject({
      rows: [],
      empty: 'No marks in this term.',
      figures: [{ label: 'Attendance', value: 'Not recorded in this term' }],
    });
  });
});
