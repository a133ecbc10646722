/** A refused account call, in words for the person. */
export class AuthFailure extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AuthFailure';
    this.code = code;
  }
}

type Failure = { name?: string; message?: string; code?: string | undefined; status?: number | undefined };

/** The service's own words, `fallback` when it gave none, and a plain sentence when it could not be reached. */
export function authFailure(error: Failure, fallback: string): AuthFailure {
  if (error.name === 'AuthRetryableFetchError') return new AuthFailure('The server cannot be reached. Check your connection and try again.', 'unreachable', error);
  const message = error.message && error.message !== '{}' ? error.message : fallback;
  return new AuthFailure(message, error.code, error);
}
