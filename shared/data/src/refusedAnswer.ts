import { asRefusal } from '@masomo/domain/refusals';
import { translate } from '@masomo/i18n';
import * as z from '@masomo/data/zod';
import { say } from '@masomo/data';

/** What a function or the release API answered instead, in the reader's language where it sent its sentence with its values. */
export type RefusedAnswer = { said: string; code?: string | undefined; field?: string | undefined };

const textSchema = z.object({
  error: z.optional(z.string()),
  message: z.optional(z.string()),
  code: z.nullish(z.string()),
  field: z.nullish(z.string()),
});

/** The refusal in a body of an answer; undefined when it has none. */
export function refusedAnswer(body: unknown): RefusedAnswer | undefined {
  const refused = asRefusal(body);
  if (refused) return { said: say(refused), code: refused.code, field: refused.field };
  const text = textSchema.safeParse(body).data;
  const said = text?.error ?? text?.message;
  return said ? { said: translate(said), code: text?.code ?? undefined, field: text?.field ?? undefined } : undefined;
}
