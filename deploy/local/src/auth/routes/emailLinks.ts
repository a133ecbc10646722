import { Hono } from 'hono';
import { z } from 'zod';
import { codeChallengeFields, codeChallengeOf } from '../emailLinks/codeChallenge.ts';
import { type AuthContext } from '../context.ts';
import { AuthError, badRequest, unprocessable } from '../errors.ts';
import { mailEmailChange, mailUser } from '../emailLinks/mailUser.ts';
import { confirmPage } from '../emailLinks/emailTemplates.ts';
import { isPkceToken } from '../emailLinks/oneTimeTokens.ts';
import { clientOf, readBody, redirectTarget } from '../request.ts';
import { transaction } from '../../database/transaction.ts';
import { findUserByEmail, findUserByNewEmail } from '../users/users.ts';
import { verifyToken, type Proof } from '../emailLinks/verifyToken.ts';

const email = z.email('Unable to validate email address: invalid format');
const recoverBody = z.object({ email, ...codeChallengeFields });
const otpBody = z.object({ email: z.string().default(''), phone: z.string().default(''), ...codeChallengeFields });
const resendBody = z.object({ type: z.string().default(''), email, ...codeChallengeFields });
const verifyBody = z.object({
  type: z.string().default(''),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
});

function landingUrl(target: string, query: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Where a followed link leads. It is used up here only for a browser that asked with a PKCE challenge; otherwise the person who opens it is
 * asked first, and a token is never in an address.
 */
async function followLink(context: AuthContext, request: Request): Promise<string> {
  const params = new URL(request.url).searchParams;
  const type = params.get('type') ?? '';
  const hash = params.get('token') || params.get('token_hash') || '';
  if (!isPkceToken(hash)) return confirmPage(context, { hash, type });
  const target = redirectTarget(context, params.get('redirect_to'));
  try {
    const verified = await verifyToken(context, { type, hash, isLink: true }, clientOf(request));
    return landingUrl(target, verified.kind === 'code' ? { code: verified.code } : {});
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return landingUrl(target, {
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: error.code,
      error_description: error.message,
    });
  }
}

function proofOf({ type, token, token_hash: hash, email: address }: z.infer<typeof verifyBody>): Proof {
  if (hash && !token && !address) return { type, hash, isLink: false };
  if (token && address && !hash) return { type, email: address, code: token };
  throw badRequest('validation_failed', 'Verify requires either a token hash or an email and a token');
}

/** `/recover`, `/otp`, `/resend`, `/verify`: mailed links and codes, and their verification. */
export function emailLinkRoutes(context: AuthContext): Hono {
  const limit = (request: Request) => context.limits.consume('mail', clientOf(request).address);
  return new Hono()
    .post('/recover', async (c) => {
      limit(c.req.raw);
      const body = await readBody(c.req.raw, recoverBody);
      const code = codeChallengeOf(body);
      const redirectTo = redirectTarget(context, c.req.query('redirect_to'));
      context.limits.consumeMail('recovery', body.email);
      context.afterwards(async () => {
        const user = await findUserByEmail(context.pool, body.email);
        if (user) await transaction(context.pool, (db) => mailUser(context, db, { kind: 'recovery', user, redirectTo, code }));
      });
      return c.json({});
    })
    .post('/otp', async (c) => {
      limit(c.req.raw);
      const body = await readBody(c.req.raw, otpBody);
      if (body.phone) throw unprocessable('phone_provider_disabled', 'Unsupported phone provider');
      const address = email.safeParse(body.email);
      if (!address.success) throw badRequest('validation_failed', 'Unable to validate email address: invalid format');
      const code = codeChallengeOf(body);
      context.limits.consumeMail('magic_link', address.data);
      const redirectTo = redirectTarget(context, c.req.query('redirect_to'));
      context.afterwards(async () => {
        const user = await findUserByEmail(context.pool, address.data);
        if (user) await transaction(context.pool, (db) => mailUser(context, db, { kind: 'magic_link', user, redirectTo, code }));
      });
      return c.json({});
    })
    .post('/resend', async (c) => {
      limit(c.req.raw);
      const body = await readBody(c.req.raw, resendBody);
      const code = codeChallengeOf(body);
      const redirectTo = redirectTarget(context, c.req.query('redirect_to'));
      context.limits.consumeMail(body.type, body.email);
      if (body.type !== 'signup' && body.type !== 'email_change')
        throw badRequest('validation_failed', 'Missing one of these types: signup, email_change');
      context.afterwards(async () => {
        if (body.type === 'signup') {
          const user = await findUserByEmail(context.pool, body.email);
          if (user && !user.email_confirmed_at)
            await transaction(context.pool, (db) => mailUser(context, db, { kind: 'confirmation', user, redirectTo, code }));
          return;
        }
        const user = (await findUserByNewEmail(context.pool, body.email)) ?? (await findUserByEmail(context.pool, body.email));
        const newEmail = user?.email_change;
        if (user && newEmail) await transaction(context.pool, (db) => mailEmailChange(context, db, { user, newEmail, redirectTo, code }));
      });
      return c.json({});
    })
    .post('/verify', async (c) => {
      const verified = await verifyToken(context, proofOf(await readBody(c.req.raw, verifyBody)), clientOf(c.req.raw));
      if (verified.kind === 'awaiting-confirmation') return c.json({ msg: verified.message, code: '200' });
      return c.json(verified.kind === 'session' ? verified.session : {});
    })
    .get('/verify', async (c) => {
      // Mail scanners probe links with HEAD, which must not consume the token.
      if (c.req.method === 'HEAD') return c.body(null, 200);
      return c.redirect(await followLink(context, c.req.raw), 303);
    });
}
