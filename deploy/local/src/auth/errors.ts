/** An error response of the auth service: HTTP status, stable code and a message for people. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;
  /** With 429: how long to wait. */
  retryAfterMs: number | undefined;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const badRequest = (code: string, message: string) => new AuthError(400, code, message);
export const forbidden = (code: string, message: string) => new AuthError(403, code, message);
export const notFound = (code: string, message: string) => new AuthError(404, code, message);
export const unprocessable = (code: string, message: string) => new AuthError(422, code, message);
export function tooMany(code: string, message: string, retryAfterMs: number): AuthError {
  const error = new AuthError(429, code, message);
  error.retryAfterMs = retryAfterMs;
  return error;
}

/** First API version whose `code` is a string; older clients get the status as `code` and the string as `error_code`. */
const firstVersionWithCodes = '2024-01-01';
const versionHeader = 'X-Supabase-Api-Version';

/** Headers of every response: the API version, exposed to scripts of other origins. */
export function versionHeaders(request: Request): Record<string, string> {
  const requestedVersion = request.headers.get(versionHeader);
  return {
    'Access-Control-Expose-Headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
    ...(requestedVersion && requestedVersion >= firstVersionWithCodes ? { [versionHeader]: firstVersionWithCodes } : {}),
  };
}

/** The error in the shape of the client's API version. */
export function errorResponse(request: Request, error: AuthError): Response {
  const headers = versionHeaders(request);
  const body =
    versionHeader in headers
      ? { code: error.code, message: error.message, ...error.extra }
      : { code: error.status, error_code: error.code, msg: error.message, ...error.extra };
  const retryAfter: Record<string, string> =
    error.retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))) };
  return Response.json(body, {
    status: error.status,
    headers: { ...headers, ...retryAfter, 'x-sb-error-code': error.code, 'cache-control': 'no-store' },
  });
}
