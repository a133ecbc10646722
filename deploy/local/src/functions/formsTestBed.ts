import { Secret, TOTP } from 'otpauth';
import { startLocalBackend } from '../backend/startLocalBackend.ts';
import { testInstallation, testPassword } from '../backend/testInstallation.ts';
import { openPool } from '../database/connections.ts';
import { testedRuntime } from './testedRuntime.ts';

const origin = 'http://localhost:8102';
type Mail = { to: string[]; subject: string; text: string; replyTo: string | null; from: string };

/** The whole embedded backend, because a form passes all of it: keys, function, database, outbox, mail server. */
export async function createFormsTestBed(environment: Record<string, string> = {}) {
  const installation = await testInstallation({ hasDemo: false });
  const lines: string[] = [];
  const local = await startLocalBackend({
    dataDir: installation.dataDir,
    functionsRuntime: testedRuntime,
    origin,
    shouldLoadDemo: false,
    demoPassword: testPassword,
    environment,
    log: (line) => void lines.push(line),
    onFatal: (reason) => void lines.push(`fatal: ${reason}`),
  });
  const database = openPool({ connectionString: local.databaseUrl, max: 2 });
  const auth = async (address: string, body: object, apikey = local.publishableKey, headers: Record<string, string> = {}) =>
    local.backend.auth(
      new Request(`${origin}/auth/v1/${address}`, { method: 'POST', headers: { apikey, ...headers }, body: JSON.stringify(body) }),
    );
  /** Sets up an authenticator, as roles with much at stake must. Returns the token of the session that has passed both steps. */
  async function passSecondStep(token: string): Promise<string> {
    const asPerson = async <Body>(address: string, body: object) =>
      (await (await auth(address, body, local.publishableKey, { authorization: `Bearer ${token}` })).json()) as Body;
    const factor = await asPerson<{ id: string; totp: { secret: string } }>('factors', { factor_type: 'totp', friendly_name: 'Phone' });
    const challenge = await asPerson<{ id: string }>(`factors/${factor.id}/challenge`, {});
    const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate();
    return (await asPerson<{ access_token: string }>(`factors/${factor.id}/verify`, { challenge_id: challenge.id, code })).access_token;
  }
  return {
    local,
    database,
    /** Calls Auth with the publishable key. */
    auth,
    async post(name: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await local.backend.functions(
        new Request(`${origin}/functions/v1/${name}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${local.publishableKey}`, 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      );
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    mailbox: async (query: string): Promise<Mail[]> =>
      (await local.backend.local?.(new Request(`${origin}/_local/mailbox.json?${query}`)))?.json(),
    /** An account with the role of a stranger, signed in with both steps. */
    async account(email: string): Promise<{ id: string; authorization: string }> {
      const password = 'long enough password';
      const created = await auth('admin/users', { email, password, email_confirm: true }, local.secretKey);
      const { id } = (await created.json()) as { id: string };
      const session = await auth('token?grant_type=password', { email, password });
      return { id, authorization: `Bearer ${await passSecondStep(((await session.json()) as { access_token: string }).access_token)}` };
    },
    async close() {
      await database.end();
      await local.stop();
      installation.remove();
    },
  };
}

export type FormsTestBed = Awaited<ReturnType<typeof createFormsTestBed>>;
