import { t } from '@lingui/core/macro';
import type { Question } from '../../data/questions.ts';

/** What is right, in a line. */
export function keyText({ kind, options, key }: Pick<Question, 'kind' | 'options' | 'key'>): string {
  if (kind === 'true_false') return key.right === true ? t`True` : t`False`;
  if (kind === 'text') return (key.accepted ?? []).join(', ');
  if (kind === 'number') return key.tolerance ? `${key.value ?? ''} ± ${key.tolerance}` : String(key.value ?? '');
  const { right } = key;
  return (Array.isArray(right) ? right : []).map((index) => options[index] ?? '').join(', ');
}
