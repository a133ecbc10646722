import { translatable } from '@masomo/domain/translatable';
import { defineImport, type ImportField, type ImportKind } from '@masomo/remote/imports/importKind';
import { listCourses } from '../../data/courses.ts';
import { questionKinds } from '../../data/questions.ts';
import { kindLabels } from '../shared/courseTexts.ts';
import { choiceNames, choiceTitles } from '../shared/choiceTitles.ts';
import { QuestionNotes } from './QuestionNotes.tsx';

const examples: Record<string, string> = { a: 'Nairobi', b: 'Kisumu', c: 'Nakuru' };
const choiceField = (letter: string): ImportField => ({
  name: `choice_${letter}`,
  label: choiceTitles[letter] ?? '',
  ...(examples[letter] ? { example: examples[letter] } : {}),
  known: [letter, `option ${letter}`, `answer ${letter}`, ...numbered(letter)],
});
const numbered = (letter: string) => {
  const number = choiceNames.indexOf(letter) + 1;
  return [`choice ${number}`, `option ${number}`, `option${number}`, `answer ${number}`];
};

/** Questions for the bank of a course; a row that names no course is for this one. */
export const questionImport = (course: string): ImportKind =>
  defineImport({
    kind: 'course-questions',
    fields: [
      {
        name: 'wording',
        label: translatable('Question'),
        isRequired: true,
        example: 'What is the capital of Kenya?',
        known: ['question text', 'wording', 'stem', 'swali'],
      },
      {
        name: 'kind',
        label: translatable('Kind'),
        example: 'One choice',
        known: ['type', 'question type', 'kind of question', 'aina', 'aina ya swali'],
        choices: questionKinds.map((kind) => ({ value: kind.replace('_', ' '), label: kindLabels[kind] })),
      },
      ...choiceNames.map(choiceField),
      {
        name: 'answer',
        label: translatable('Right answer'),
        isRequired: true,
        example: 'A',
        known: ['answer', 'answers', 'correct', 'correct answer', 'correct answers', 'key', 'right', 'jibu', 'jibu sahihi'],
      },
      { name: 'tolerance', label: translatable('May be off by'), known: ['tolerance', 'error', 'margin'] },
      {
        name: 'points',
        label: translatable('Points'),
        example: '1',
        known: ['marks', 'mark', 'score', 'point', 'pointi', 'alama'],
      },
      { name: 'explanation', label: translatable('Explanation'), known: ['feedback', 'rationale', 'reason', 'maelezo'] },
      {
        name: 'course',
        label: translatable('Course'),
        known: ['course title', 'kozi'],
        choices: async (db) => (await listCourses(db)).map(({ title }) => ({ value: title, label: title })),
      },
    ],
    cellsOf: (cells) => (cells['course'] ? cells : { ...cells, course }),
    Notes: QuestionNotes,
    invalidates: ['courses'],
  });
