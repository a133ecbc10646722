import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { type Mail } from '../mail/mailer.ts';
import { openPool } from '../database/connections.ts';
import { urlFor } from '../database/roles.ts';
import { createTestDatabase } from '../database/testDatabase.ts';
import { createAuthService, createPrivateJwk, signingKeys, type AuthDependencies } from './createAuthService.ts';

export const origin = 'http://masomo.test';
export const password = 'correct horse battery';

/** A database, an auth service on it, an adjustable clock, and supabase-js clients that call the service in process. */
export async function createAuthTestBed(overrides: Partial<AuthDependencies> = {}) {
  const database = await createTestDatabase({ migrations: false });
  const admin = openPool({ connectionString: database.adminUrl, max: 2 });
  const { password: databasePassword } = new URL(database.adminUrl);
  const pool = openPool({
    connectionString: urlFor(database.adminUrl, { role: 'supabase_auth_admin', password: databasePassword }),
    max: 8,
  });
  const keys = await signingKeys(await createPrivateJwk());
  const mails: Mail[] = [];
  let clockOffsetMs = 0;
  const clock = () => new Date(Date.now() + clockOffsetMs);
  const background = new Set<Promise<void>>();
  const service = createAuthService({
    pool,
    keys,
    origin,
    clock,
    mailer: { send: async (mail) => void mails.push(mail) },
    inBackground: (work) => void background.add(work.finally(() => background.delete(work))),
    ...overrides,
  });
  const serviceToken = () =>
    new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
      .setIssuedAt(clock())
      .setExpirationTime(new Date(clock().getTime() + 3_600_000))
      .sign(keys.privateKey);
  const requests: Request[] = [];
  const client = (key = 'sb_publishable_test', address?: string): SupabaseClient =>
    createClient(origin, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          // As the gateway does: an API key that is not a JWT is not forwarded.
          if (request.headers.get('authorization') === `Bearer ${key}` && key.startsWith('sb_')) request.headers.delete('authorization');
          if (address) request.headers.set('x-forwarded-for', address);
          requests.push(request.clone());
          const response = await service(request);
          await Promise.all(background);
          return response;
        },
      },
    });
  const adminClient = async () => client(await serviceToken());
  let userCount = 0;
  return {
    admin,
    mails,
    requests,
    service,
    /** Resolves when what responses did not wait for is done. */
    settled: () => Promise.all(background),
    client,
    adminClient,
    clock,
    advance: (ms: number) => void (clockOffsetMs += ms),
    /** Creates a person with a confirmed address and the password above. */
    async person(): Promise<{ id: string; email: string }> {
      const email = `person${(userCount += 1)}@school.test`;
      const { data, error } = await (await adminClient()).auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw error;
      return { id: data.user.id, email };
    },
    async signedIn(person: { email: string }): Promise<SupabaseClient> {
      const supabase = client();
      const { error } = await supabase.auth.signInWithPassword({ email: person.email, password });
      if (error) throw error;
      return supabase;
    },
    /** The newest mail to an address, with its link and code. */
    mailTo(email: string): Mail & { link: URL; code: string } {
      const mail = mails.findLast(({ to }) => to === email);
      if (!mail) throw new Error(`No mail was sent to ${email}.`);
      const link = /https?:\/\/\S+\/(?:auth\/v1\/verify|login\/confirm)\?\S+/.exec(mail.text)?.[0] ?? origin;
      return { ...mail, link: new URL(link), code: /\b\d{8}\b/.exec(mail.text)?.[0] ?? '' };
    },
    follow: (link: URL) => Promise.resolve(service(new Request(link, { redirect: 'manual' }))),
    async close() {
      await Promise.all(background);
      await pool.end();
      await admin.end();
      await database.drop();
    },
  };
}

export type AuthTestBed = Awaited<ReturnType<typeof createAuthTestBed>>;
