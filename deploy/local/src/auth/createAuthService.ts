import { Hono } from 'hono';
import pg from 'pg';
import { bodyLimit } from 'hono/body-limit';
import { type Fetcher } from '@masomo/gateway/backend';
import { createContext, type AuthDependencies } from './context.ts';
import { MailOffError } from '../mail/mailer.ts';
import { AuthError, errorResponse, unprocessable, versionHeaders } from './errors.ts';
import { adminRoutes } from './routes/admin.ts';
import { factorRoutes } from './routes/factors.ts';
import { inviteRoutes } from './routes/invite.ts';
import { emailLinkRoutes } from './routes/emailLinks.ts';
import { signupRoutes } from './routes/signup.ts';
import { tokenRoutes } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';

export { createPrivateJwk, signingKeys } from '../keys/signingKeys.ts';
export { authSettings } from './settings.ts';
export { type AuthDependencies } from './context.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Implements the part of Supabase Auth that the product uses, with the same paths, bodies, errors and tokens, so that
 * supabase-js works unchanged. For a single machine; production uses Supabase's own service.
 */
export function createAuthService(dependencies: AuthDependencies): Fetcher {
  const context = createContext(dependencies);
  const app = new Hono().basePath('/auth/v1');
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) => errorResponse(c.req.raw, new AuthError(413, 'validation_failed', 'The request is too large')),
    }),
  );
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(versionHeaders(c.req.raw))) c.header(name, value);
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  });
  app.get('/health', (c) => c.json({ version: 'local', name: 'GoTrue', description: 'Auth service of a single machine' }));
  app.get('/settings', (c) => {
    const { enable_signup: signup, email } = context.settings;
    return c.json({
      external: { email: email.enable_signup, phone: false, anonymous_users: false },
      disable_signup: !signup,
      mailer_autoconfirm: !email.enable_confirmations,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    });
  });
  app.get('/.well-known/jwks.json', (c) => c.json(context.jwks, 200, { 'cache-control': 'public, max-age=600' }));
  // Equal for every address, and before anybody is told that a mail is on its way.
  if (!context.sendsMail)
    app.on('POST', ['/recover', '/otp', '/resend'], () => {
      throw unprocessable('email_provider_disabled', new MailOffError().message);
    });
  for (const routes of [tokenRoutes, userRoutes, emailLinkRoutes, signupRoutes, factorRoutes, inviteRoutes, adminRoutes])
    app.route('/', routes(context));
  app.notFound((c) => errorResponse(c.req.raw, new AuthError(404, 'not_found', 'The auth service has no such endpoint')));
  app.onError((error, c) => {
    if (error instanceof AuthError) return errorResponse(c.req.raw, error);
    // What the database refuses it says in words.
    if (error instanceof pg.DatabaseError && error.code === 'P0001')
      return errorResponse(c.req.raw, unprocessable(error.hint ?? 'validation_failed', error.message));
    context.onError(error);
    return errorResponse(
      c.req.raw,
      new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information', {
        error_id: crypto.randomUUID(),
      }),
    );
  });
  return (request) => app.fetch(request);
}
