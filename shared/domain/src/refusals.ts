import * as z from 'zod/mini';
import { inEnglish, type Sentence, type SentenceValue } from './sentences.ts';

const valueSchema: z.ZodMiniType<SentenceValue> = z.union([
  z.string(),
  z.number(),
  z.object({ amount: z.number(), currency: z.string() }),
  z.object({ day: z.string() }),
  z.object({ sentence: z.string(), args: z._default(z.record(z.string(), z.lazy(() => valueSchema)), {}) }),
]);

/** A sentence with its values in an answer of a server. */
export const sentenceSchema = z.object({ sentence: z.string(), args: z._default(z.record(z.string(), valueSchema), {}) });

/**
 * How every server says no: what programs compare, the finished English sentence, and the sentence with its values for whoever shows it
 * in the reader's language. `field` names what has to change, where it is one.
 */
export const refusalSchema = z.extend(sentenceSchema, { code: z.string(), message: z.string(), field: z.optional(z.string()) });
export type Refusal = z.infer<typeof refusalSchema>;

/** A refusal with this code; `said` is its sentence, with values where it has places. */
export function refusal(code: string, said: Sentence | string, field?: string): Refusal {
  const { sentence, args } = typeof said === 'string' ? { sentence: said, args: {} } : said;
  return { code, message: inEnglish({ sentence, args }), sentence, args, ...(field === undefined ? {} : { field }) };
}

/** A refusal of an edge function as the apps read it. Those released before read the sentence from `error`. */
export const refusalBody = (refused: Refusal): Refusal & { error: string } => ({ ...refused, error: refused.message });

/** What a rule throws where a server answers with a refusal. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(code: string, said: Sentence | string, field?: string) {
    const refused = refusal(code, said, field);
    super(refused.message);
    this.name = 'RefusedError';
    this.refusal = refused;
  }
}

const detailSchema = z.extend(sentenceSchema, { field: z.optional(z.string()) });

/**
 * What `private.refuse` raised. PostgREST answers with its code in `hint` and the rest as JSON in `details`; the gateway makes `sentence`,
 * `args` and the field in `details` of it. Undefined for any other error.
 */
export function raisedRefusal(error: {
  message?: unknown;
  hint?: unknown;
  details?: unknown;
  sentence?: unknown;
  args?: unknown;
}): Refusal | undefined {
  const { message, hint: code, details } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  const flat = { ...error, field: details ?? undefined };
  const detail = detailSchema.safeParse(error.sentence === undefined ? parseJson(details) : flat).data;
  return detail && { ...detail, code, message };
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
