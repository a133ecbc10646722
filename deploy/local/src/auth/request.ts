import { type z } from 'zod';
import { badRequest, forbidden, AuthError } from './errors.ts';
import { findSession, type Client, type SessionRow } from './sessions/sessions.ts';
import { findUserById, type UserRow } from './users/users.ts';
import { type AuthContext } from './context.ts';

/** Parses the JSON body by `schema`; an empty body counts as `{}`. Throws 400 when it does not match. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await request.text();
  let json: unknown;
  try {
    json = text === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest('bad_json', 'Could not parse request body as JSON');
  }
  // PostgreSQL stores no NUL.
  if (text.includes('\\u0000')) throw badRequest('validation_failed', 'The request contains a character that cannot be stored');
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(
    'validation_failed',
    issue ? `${issue.path.join('.')}: ${issue.message}`.replace(/^: /, '') : 'The request is not valid',
  );
}

/** The client's user agent and IP address: the last entry of `X-Forwarded-For`, which the gateway appends. */
export function clientOf(request: Request): Client {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  // Loopback has several addresses, and a browser may alternate between them.
  const isLoopback = !forwarded || forwarded === '::1' || forwarded.startsWith('::ffff:127.');
  return { userAgent: request.headers.get('user-agent') ?? '', address: isLoopback ? '127.0.0.1' : forwarded };
}

function bearerTokenOf(request: Request): string {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return token;
}

export type Caller = { user: UserRow; session: SessionRow; aal: 'aal1' | 'aal2' };

/** The signed-in user of the request. Throws when the user or the session no longer exists. */
export async function readCaller(context: AuthContext, request: Request): Promise<Caller> {
  const claims = await context.tokens.read(bearerTokenOf(request), context.now());
  if (!claims.sub) throw forbidden('bad_jwt', 'invalid claim: missing sub claim');
  const user = await findUserById(context.pool, claims.sub);
  if (!user) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist');
  const session = claims.session_id ? await findSession(context.pool, claims.session_id) : null;
  if (!session || session.user_id !== user.id) throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  return { user, session, aal: session.aal ?? 'aal1' };
}

/** Runs what takes a secret too long to be guessed: a right one always works, and wrong ones count for the client's network. */
export async function countingMisses<T>(context: AuthContext, request: Request, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthError && error.status < 429) context.limits.consume('miss', clientOf(request).address);
    throw error;
  }
}

/** Throws unless the request carries a service-role token. */
export async function requireServiceRole(context: AuthContext, request: Request): Promise<void> {
  const { role } = await context.tokens.read(bearerTokenOf(request), context.now());
  if (role !== 'service_role' && role !== 'supabase_admin') throw forbidden('not_admin', 'User not allowed');
}

/** Where a mailed link redirects to: the requested URL when it is allowed, otherwise the product's origin. */
export function redirectTarget({ origin, settings }: AuthContext, requested: string | null | undefined): string {
  if (!requested || !URL.canParse(requested)) return origin;
  const allowed =
    new URL(requested).origin === origin || settings.additional_redirect_urls.some((pattern) => matchesPattern(pattern, requested));
  return allowed ? requested : origin;
}

/** Matches as Supabase does: `*` stands for anything but a separator, `**` for anything. */
function matchesPattern(pattern: string, url: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^./]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`).test(url);
}
