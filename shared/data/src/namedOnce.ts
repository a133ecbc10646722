import { DataError, unwrap } from '@masomo/data';

/** The data of an answer; a name that another row has already is refused as `invalid`, in these words, at its field. */
export function unwrapNamed<T>(answer: Parameters<typeof unwrap<T>>[0], words: string): NonNullable<T> {
  if (answer.error?.code === '23505') throw new DataError('invalid', words, { code: 'price.name_taken', field: 'name', cause: answer.error });
  return unwrap(answer);
}
