import path from 'node:path';
import { parseArgs } from 'node:util';
import { authSettings } from '@masomo/local/auth/settings';
import { createSuperAdmin, type AccountAdmin } from '@masomo/local/accounts/createSuperAdmin';
import { hostedAdmin } from '@masomo/local/accounts/hostedAdmin';
import { withLocalAdmin } from '@masomo/local/accounts/localAdmin';
import { readSupabaseConfig } from '@masomo/local/backend/supabaseConfig';
import { isPublicOrigin } from '@masomo/local/production/publicOrigin';
import { root } from '../root.ts';
import { askPassword } from '../process/askPassword.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const usage = `npm run account -- create-super-admin <email> [--mail-link] [--another]

Creates the first super admin of an installation, whether the product is running or not.
Prompts for the password, or reads it from standard input when that is not a terminal.

  --mail-link   mails a link to choose a password instead of prompting for one
  --another     creates one even when there is a super admin already
  --origin      public address of the product, for the mailed link (default PUBLIC_ORIGIN, or http://localhost:PORT)

With SUPABASE_URL and SUPABASE_SECRET_KEY it works with that project.`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'mail-link': { type: 'boolean', default: false },
      another: { type: 'boolean', default: false },
      origin: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [action, email, ...rest] = positionals;
  if (values.help) console.log(usage);
  else if (action !== 'create-super-admin' || email === undefined || rest.length > 0) throw new Error(usage);
  else await create(email, { another: values.another, mailLink: values['mail-link'], requestedOrigin: values.origin });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function create(
  email: string,
  { another, mailLink, requestedOrigin }: { another: boolean; mailLink: boolean; requestedOrigin: string | undefined },
): Promise<void> {
  const environment = readEnvironment();
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY, PUBLIC_ORIGIN, PORT } = environment;
  const origin = requestedOrigin ?? PUBLIC_ORIGIN ?? `http://localhost:${PORT}`;
  if (!URL.canParse(origin)) throw new Error(`--origin must look like https://school.example, got "${origin}".`);
  const { minimum_password_length: minPasswordLength } = authSettings(await readSupabaseConfig());
  const work = (admin: AccountAdmin) =>
    createSuperAdmin(admin, { email, allowAnother: another, askPassword: mailLink ? null : () => askPassword(minPasswordLength) });
  if (SUPABASE_URL !== undefined && SUPABASE_SECRET_KEY === undefined)
    throw new Error('SUPABASE_SECRET_KEY must be set together with SUPABASE_URL for this command. It is not set.');
  const result =
    SUPABASE_URL !== undefined && SUPABASE_SECRET_KEY !== undefined
      ? await work(hostedAdmin({ url: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY, origin }))
      : await withLocalAdmin({ dataDir: path.resolve(root, DATA_DIR), origin, databaseUrl: DATABASE_URL, log: console.log }, work);
  const next = {
    'created with password': `Sign in at ${origin}/login.`,
    'invited by mail': `The mail contains a link to choose a password${isPublicOrigin(origin) || process.env['SMTP_URL'] || process.env['RESEND_API_KEY'] || SUPABASE_URL ? '' : `; it is in the local mailbox, ${origin}/_local/mailbox`}.`,
    promoted: 'The existing account keeps its password.',
  };
  console.log(`${email} is a super admin. ${next[result]}`);
}
