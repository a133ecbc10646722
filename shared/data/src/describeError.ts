import { asDataError } from '@masomo/data';

/**
 * The user-facing message of a failed query or command; undefined without an error. Only a `DataError` carries a message
 * written for people, so any other error gets the generic one of `unavailable`.
 */
export function describeError(error: unknown): string | undefined {
  return error === undefined || error === null ? undefined : asDataError(error).message;
}
