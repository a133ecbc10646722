import { asSentence, inEnglish, type Sentence } from './sentences.ts';

/**
 * How every server says no: what programs compare, the finished English sentence, and the sentence with its values for those who show it
 * in the reader's language. `field` names what has to change, where it is one.
 */
export type Refusal = Sentence & { code: string; message: string; field?: string | undefined };

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
  const { hint: code, message, details } = error;
  const detail = error.sentence === undefined ? parseJson(details) : { ...error, field: details ?? undefined };
  return asRefusal({ ...(detail as object | undefined), code, message });
}

/** A refusal in an answer, undefined where it is none. Checked by hand: the browser's first visit has no room for a schema library. */
export function asRefusal(answer: unknown): Refusal | undefined {
  const said = asSentence(answer);
  const { code, message, field } = (answer ?? {}) as Record<string, unknown>;
  if (!said || typeof code !== 'string' || typeof message !== 'string') return undefined;
  return { ...said, code, message, ...(typeof field === 'string' ? { field } : {}) };
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
