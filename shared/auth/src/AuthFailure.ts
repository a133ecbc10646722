import { DataError } from '@masomo/data';

/** A refused account call, in words for the person; commands keep it as any other classified failure. */
export class AuthFailure extends DataError {
  constructor(message: string, code?: string, cause?: unknown) {
    super(code === 'unreachable' ? 'unavailable' : 'invalid', message, { code, cause });
    this.name = 'AuthFailure';
  }
}

type Failure = { name?: string; message?: string; code?: string | undefined; status?: number | undefined };

/** The service's own words, `fallback` when it gave none, and a plain sentence when it could not be reached. */
export function authFailure(error: Failure, fallback: string): AuthFailure {
  if (error.name === 'AuthRetryableFetchError')
    return new AuthFailure('The server cannot be reached. Check your connection and try again.', 'unreachable', error);
  const message = error.message && error.message !== '{}' ? error.message : fallback;
  return new AuthFailure(message, error.code, error);
}
