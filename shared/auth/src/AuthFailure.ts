import { DataError } from '@masomo/data';

/** A refused account call with a message for the user; commands treat it as any other DataError. */
export class AuthFailure extends DataError {
  constructor(message: string, code?: string, cause?: unknown) {
    super(code === 'unreachable' ? 'unavailable' : 'invalid', message, { code, cause });
    this.name = 'AuthFailure';
  }
}

type Failure = { name?: string; message?: string; code?: string | undefined; status?: number | undefined };

/** Converts an error of the auth service: its own message, `fallback` when it has none, or a sentence about the connection. */
export function authFailure(error: Failure, fallback: string): AuthFailure {
  if (error.name === 'AuthRetryableFetchError')
    return new AuthFailure('The server cannot be reached. Check your connection and try again.', 'unreachable', error);
  const message = error.message && error.message !== '{}' ? error.message : fallback;
  return new AuthFailure(message, error.code, error);
}
