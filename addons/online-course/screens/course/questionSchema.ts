import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';
import { questionKinds, type NewQuestion, type Question } from '../../data/questions.ts';

const pointsProblem = t`Enter from 1 to 100 points`;
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const fields = z.object({
  kind: z.enum(questionKinds),
  wording: z
    .string()
    .trim()
    .min(1, t`Enter the question`)
    .max(2000, t`Use at most 2,000 characters`),
  /** Choices, the right ones behind a `*`. */
  choices: z.string(),
  truth: z.enum(['true', 'false']),
  accepted: z.string(),
  value: z.string(),
  tolerance: z.string(),
  points: z.string().transform(typedNumber).pipe(z.number(pointsProblem).int(pointsProblem).min(1, pointsProblem).max(100, pointsProblem)),
  explanation: z
    .string()
    .trim()
    .max(2000, t`Use at most 2,000 characters`),
});
type Fields = z.output<typeof fields>;

/** What a question form holds; what is right is put together when it is sent. */
export const questionSchema = fields
  .superRefine((question, context) => {
    const problem = problemOf(question);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  })
  .transform((question) => ({ ...toQuestion(question), points: question.points }));

function problemOf({ kind, choices, accepted, value, tolerance }: Fields): { field: keyof Fields; message: string } | undefined {
  if (kind === 'text' && lines(accepted).length === 0) return { field: 'accepted', message: t`Enter at least one answer that is right` };
  if (kind === 'number' && Number.isNaN(typedNumber(value))) return { field: 'value', message: t`Enter the number that is right` };
  if (kind === 'number' && !(typedNumber(tolerance || '0') >= 0))
    return { field: 'tolerance', message: t`Enter how far off an answer may be, 0 for not at all` };
  if (kind !== 'single' && kind !== 'several') return undefined;
  const written = lines(choices);
  const right = written.filter((choice) => choice.startsWith('*'));
  if (written.length < 2 || written.length > 10) return { field: 'choices', message: t`Enter from 2 to 10 choices, one in a line` };
  if (new Set(written.map((choice) => choice.replace(/^\*\s*/, ''))).size < written.length)
    return { field: 'choices', message: t`Enter each choice once` };
  if (kind === 'single' && right.length !== 1) return { field: 'choices', message: t`Put a * before the one choice that is right` };
  if (right.length === 0 || right.length === written.length)
    return { field: 'choices', message: t`Put a * before what is right, and leave at least one choice that is not` };
  return undefined;
}

function toQuestion({ kind, wording, choices, truth, accepted, value, tolerance, explanation }: Fields): NewQuestion {
  const common = { kind, wording, explanation, options: [] };
  if (kind === 'true_false') return { ...common, key: { right: truth === 'true' } };
  if (kind === 'text') return { ...common, key: { accepted: lines(accepted) } };
  if (kind === 'number') return { ...common, key: { value: typedNumber(value), tolerance: typedNumber(tolerance || '0') } };
  const written = lines(choices);
  return {
    ...common,
    options: written.map((choice) => choice.replace(/^\*\s*/, '')),
    key: { right: written.flatMap((choice, index) => (choice.startsWith('*') ? [index] : [])) },
  };
}

/** The form of a question, or of a new one. */
export function questionValues(question?: Question): z.input<typeof fields> {
  const { key, options = [] } = question ?? {};
  const right = Array.isArray(key?.right) ? key.right : [];
  return {
    kind: question?.kind ?? 'single',
    wording: question?.wording ?? '',
    choices: options.map((option, index) => (right.includes(index) ? `* ${option}` : option)).join('\n'),
    truth: key?.right === false ? 'false' : 'true',
    accepted: (key?.accepted ?? []).join('\n'),
    value: key?.value === undefined ? '' : String(key.value),
    tolerance: key?.tolerance ? String(key.tolerance) : '',
    points: String(question?.points ?? 1),
    explanation: question?.explanation ?? '',
  };
}
