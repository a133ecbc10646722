import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { inEnglish, issueSentence, showValue } from '@masomo/domain/sentences';
import { translateSentence } from '@masomo/i18n';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { $ZodType, input, output } from 'zod/v4/core';

/** What a schema says of a value in the reader's language, with the limit that it names. */
function issueText(issue: { message: string }): string {
  const said = issueSentence(issue);
  return translateSentence(said.sentence, said.args, showValue) ?? inEnglish(said);
}

/**
 * Validates a form with a schema of zod or zod/mini; the submit handler gets the schema's output.
 * Schemas validate themselves by the Standard Schema interface, so this entry point does not bundle zod.
 */
export function zodResolver<S extends $ZodType<FieldValues, FieldValues>>(schema: S): Resolver<input<S>, unknown, output<S>> {
  const standard = schema['~standard'];
  const validate: typeof standard.validate = async (value) => {
    const result = await standard.validate(value);
    return result.issues ? { issues: result.issues.map((issue) => ({ ...issue, message: issueText(issue) })) } : result;
  };
  return standardSchemaResolver<input<S>, unknown, output<S>>({ '~standard': { ...standard, validate } });
}
