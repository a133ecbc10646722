import { DataError, unwrap } from '@masomo/data';

type Failure = { code?: string; message?: string; hint?: string | null; details?: string | null };

/** The data of an answer; what another row has already is refused as `invalid`, in these words, at its field: it is no conflict of two editors. */
export function unwrapUnique<T>(answer: { data: T; error: Failure | null; status: number }, field: string, words: string): NonNullable<T> {
  if (answer.error?.code === '23505') throw new DataError('invalid', words, { code: answer.error.code, field, cause: answer.error });
  return unwrap(answer);
}
