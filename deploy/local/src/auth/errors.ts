/** A refusal of the auth service: HTTP status, the code clients switch on, words for people. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

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
export const tooMany = (code: string, message: string) => new AuthError(429, code, message);

/** First version of the API that has `code` as text; older callers get the number and `error_code`. */
const firstVersionWithCodes = '2024-01-01';
const versionHeader = 'X-Supabase-Api-Version';

/** Headers every answer carries: the version of the API it speaks, readable by scripts of other origins. */
export function versionHeaders(request: Request): Record<string, string> {
  const asked = request.headers.get(versionHeader);
  return {
    'Access-Control-Expose-Headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
    ...(asked && asked >= firstVersionWithCodes ? { [versionHeader]: firstVersionWithCodes } : {}),
  };
}

/** The refusal in the shape the caller's version of the API reads. */
export function errorResponse(request: Request, error: AuthError): Response {
  const headers = versionHeaders(request);
  const body =
    versionHeader in headers
      ? { code: error.code, message: error.message, ...error.extra }
      : { code: error.status, error_code: error.code, msg: error.message, ...error.extra };
  return Response.json(body, { status: error.status, headers: { ...headers, 'x-sb-error-code': error.code, 'cache-control': 'no-store' } });
}
