import { t } from '@lingui/core/macro';
import { translate } from '@masomo/i18n';
import type { Question } from '../../data/questions.ts';
import { choiceNames, choiceTitles } from './choiceTitles.ts';
import { kindLabels } from './courseTexts.ts';

/** What is right, as the import of questions reads it. */
function rightAnswer({ kind, key }: Question): string | number {
  if (kind === 'true_false') return key.right === true ? t`True` : t`False`;
  if (kind === 'text') return (key.accepted ?? []).join('; ');
  if (kind === 'number') return key.value ?? '';
  return (Array.isArray(key.right) ? key.right : []).map((index) => choiceNames[index]?.toUpperCase() ?? '').join(';');
}

/** The question bank of a course as a file, which its import takes back. */
export const exportedQuestions = (course: string) => ({
  name: t`Questions ${course}`,
  columns: [
    { title: t`Question`, value: ({ wording }: Question) => wording },
    { title: t`Kind`, value: ({ kind }: Question) => kindLabels[kind] },
    ...choiceNames.map((letter, index) => ({
      title: translate(choiceTitles[letter] ?? ''),
      value: ({ options }: Question) => options[index] ?? '',
    })),
    { title: t`Right answer`, value: rightAnswer },
    { title: t`May be off by`, value: ({ kind, key }: Question) => (kind === 'number' ? (key.tolerance ?? 0) : '') },
    { title: t`Points`, value: ({ points }: Question) => points },
    { title: t`Explanation`, value: ({ explanation }: Question) => explanation },
    { title: t`Course`, value: () => course },
  ],
});
