import { DataError, unwrap } from '@masomo/data';

type Failure = { code?: string; message?: string; hint?: string | null; details?: string | null };

/**
 * The data of a response. A unique violation is thrown as `invalid` with this message at the field, because it is not a conflict
 * between two editors.
 */
export function unwrapUnique<T>(
  response: { data: T; error: Failure | null; status: number },
  field: string,
  message: string,
): NonNullable<T> {
  if (response.error?.code === '23505')
    throw new DataError('invalid', message, { code: response.error.code, field, cause: response.error });
  return unwrap(response);
}
