/** A mark and what it is out of, as typed. */
export type Fraction = readonly [string, string];
type Term = { pt: Fraction; notebook: Fraction; enrichment: Fraction; exam: Fraction };
export type Vector =
  | {
      id: string;
      scheme: 'VI-VIII';
      weights: readonly number[];
      term1: Term;
      term2: Term;
      note: string;
      expect: { term1: string; term1Grade: string; term2: string; term2Grade: string; year: string; yearGrade: string };
    }
  | {
      id: string;
      scheme: 'IX-X';
      tests: readonly Fraction[];
      multiple: string;
      portfolio: string;
      enrichment: string;
      annual: string;
      note: string;
      expect: { periodic: string; total: string; grade: string };
    };

/** Marks and what they come to by the rules of the board. */
export const vectors: readonly Vector[] = [
  {
    id: 'vCX1',
    scheme: 'VI-VIII',
    weights: [50, 50],
    term1: { pt: ['10', '10'], notebook: ['5', '5'], enrichment: ['5', '5'], exam: ['80', '80'] },
    term2: { pt: ['10', '10'], notebook: ['5', '5'], enrichment: ['5', '5'], exam: ['80', '80'] },
    note: 'full marks',
    expect: { term1: '100.00', term1Grade: 'A1', term2: '100.00', term2Grade: 'A1', year: '100.00', yearGrade: 'A1' },
  },
  {
    id: 'vCX3',
    scheme: 'VI-VIII',
    weights: [40, 60],
    term1: { pt: ['33', '40'], notebook: ['4', '5'], enrichment: ['4.5', '5'], exam: ['72', '80'] },
    term2: { pt: ['36', '40'], notebook: ['5', '5'], enrichment: ['4', '5'], exam: ['75', '80'] },
    note: 'the same marks weighted 40 to 60',
    expect: { term1: '88.75', term1Grade: 'A2', term2: '93.00', term2Grade: 'A1', year: '91.30', yearGrade: 'A1' },
  },
  {
    id: 'vCX5',
    scheme: 'VI-VIII',
    weights: [50, 50],
    term1: { pt: ['8', '10'], notebook: ['4', '5'], enrichment: ['4', '5'], exam: ['74.4', '80'] },
    term2: { pt: ['8', '10'], notebook: ['4', '5'], enrichment: ['4', '5'], exam: ['74.4', '80'] },
    note: '90.4: 90, A2',
    expect: { term1: '90.40', term1Grade: 'A2', term2: '90.40', term2Grade: 'A2', year: '90.40', yearGrade: 'A2' },
  },
  {
    id: 'vCX7',
    scheme: 'VI-VIII',
    weights: [50, 50],
    term1: { pt: ['3', '10'], notebook: ['2', '5'], enrichment: ['2', '5'], exam: ['25.4', '80'] },
    term2: { pt: ['3', '10'], notebook: ['2', '5'], enrichment: ['2', '5'], exam: ['25.4', '80'] },
    note: '32.4: E, needs improvement',
    expect: { term1: '32.40', term1Grade: 'E', term2: '32.40', term2Grade: 'E', year: '32.40', yearGrade: 'E' },
  },
  {
    id: 'vCX9',
    scheme: 'VI-VIII',
    weights: [50, 50],
    term1: { pt: ['9', '10'], notebook: ['5', '5'], enrichment: ['5', '5'], exam: ['61.5', '80'] },
    term2: { pt: ['9', '10'], notebook: ['5', '5'], enrichment: ['5', '5'], exam: ['62.4', '80'] },
    note: '80.5 and 81.4: year 80.95 from exact terms, 81, A2; from rounded terms 81 and 81 also 81',
    expect: { term1: '80.50', term1Grade: 'A2', term2: '81.40', term2Grade: 'A2', year: '80.95', yearGrade: 'A2' },
  },
  {
    id: 'vCX11',
    scheme: 'IX-X',
    tests: [
      ['30', '40'],
      ['36', '40'],
      ['20', '40'],
    ],
    multiple: '4',
    portfolio: '5',
    enrichment: '4',
    annual: '61',
    note: 'best two are 36 and 30: 4.125; the mean of all three would be 3.58',
    expect: { periodic: '4.13', total: '78.13', grade: 'B1' },
  },
  {
    id: 'vCX13',
    scheme: 'IX-X',
    tests: [
      ['40', '40'],
      ['25', '25'],
      ['60', '80'],
    ],
    multiple: '5',
    portfolio: '5',
    enrichment: '5',
    annual: '75.5',
    note: 'tests out of different marks are compared as shares: 100 % and 100 %',
    expect: { periodic: '5.00', total: '95.50', grade: 'A1' },
  },
];
