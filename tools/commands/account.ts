import path from 'node:path';
import { parseArgs } from 'node:util';
import { authSettings } from '@masomo/local/auth/settings';
import { createSuperAdmin, type AccountAdmin } from '@masomo/local/accounts/createSuperAdmin';
import { hostedAdmin } from '@masomo/local/accounts/hostedAdmin';
import { withLocalAdmin } from '@masomo/local/accounts/localAdmin';
import { readSupabaseConfig } from '@masomo/local/backend/supabaseConfig';
import { root } from '../build/index.ts';
import { askPassword } from '../process/askPassword.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const usage = `npm run account -- create-super-admin <email> [--mail-link] [--another]

Makes the first super admin of an installation, while the product runs or not.
The password is asked for, or read from standard input when that is no terminal.

  --mail-link   mails a link that leads to a password instead of asking for one
  --another     allowed when there is a super admin already
  --origin      address people use, for the mailed link (default http://localhost:PORT)

With SUPABASE_URL and SUPABASE_SECRET_KEY it works on that project.`;

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
  else await create(email, { another: values.another, mailLink: values['mail-link'], asked: values.origin });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function create(
  email: string,
  { another, mailLink, asked }: { another: boolean; mailLink: boolean; asked: string | undefined },
): Promise<void> {
  const environment = readEnvironment();
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY, PORT } = environment;
  const origin = asked ?? `http://localhost:${PORT}`;
  if (!URL.canParse(origin)) throw new Error(`--origin must look like https://school.example, got "${origin}".`);
  const { minimum_password_length: minPasswordLength } = authSettings(await readSupabaseConfig());
  const work = (desk: AccountAdmin) =>
    createSuperAdmin(desk, { email, allowAnother: another, askPassword: mailLink ? null : () => askPassword(minPasswordLength) });
  if (SUPABASE_URL !== undefined && SUPABASE_SECRET_KEY === undefined)
    throw new Error('SUPABASE_SECRET_KEY must be set together with SUPABASE_URL for this command. It is not set.');
  const result =
    SUPABASE_URL !== undefined && SUPABASE_SECRET_KEY !== undefined
      ? await work(hostedAdmin({ url: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY, origin }))
      : await withLocalAdmin({ dataDir: path.resolve(root, DATA_DIR), origin, databaseUrl: DATABASE_URL, log: console.log }, work);
  const next = {
    'with the password': `Sign in at ${origin}/login.`,
    'with a mailed link': `The mail leads to a page that asks for the password${process.env['SMTP_URL'] || process.env['RESEND_API_KEY'] || SUPABASE_URL ? '' : `; it lies in the local mailbox, ${origin}/_local/mailbox`}.`,
    'of the account there was': 'The account was there and keeps its password.',
  };
  console.log(`${email} is a super admin. ${next[result]}`);
}
