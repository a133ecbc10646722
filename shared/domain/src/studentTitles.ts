/** What schools write above columns that say who a row is about, folded, besides the field's own label. */
export const studentTitles = {
  admission_number: ['admission no', 'adm no', 'adm', 'admission', 'reg no', 'number', 'upi', 'nambari ya usajili', 'namba ya usajili'],
  first_name: ['first', 'given name', 'forename', 'jina la kwanza'],
  last_name: ['last', 'surname', 'family name', 'other names', 'jina la mwisho'],
  name: [
    'name',
    'names',
    'student',
    'student name',
    'name of student',
    'learner',
    'learner name',
    'pupil',
    'pupil name',
    'jina',
    'mwanafunzi',
    'jina kamili',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
