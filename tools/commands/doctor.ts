import path from 'node:path';
import { parseArgs } from 'node:util';
import { examineHosted, examineLocal } from '@masomo/local/doctor/examine';
import { root } from '../build/index.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const usage = `npm run doctor

Says what is missing or open in an installation, and what to do about each. Status 1 when something is wrong.
Checks the project of SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY, else the installation in DATA_DIR, running or stopped.
Set the same secrets that the functions have (supabase/functions/.env): half a configuration is found by their names.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) console.log(usage);
  else await examine();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function examine(): Promise<void> {
  const {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    DATA_DIR,
    DATABASE_URL: databaseUrl,
  } = readEnvironment();
  if (url !== undefined && (publishableKey === undefined || secretKey === undefined))
    throw new Error('SUPABASE_SECRET_KEY must be set together with SUPABASE_URL for this command. It is not set.');
  const dataDir = path.resolve(root, DATA_DIR);
  const findings =
    url !== undefined && publishableKey !== undefined && secretKey !== undefined
      ? await examineHosted({ url, publishableKey, secretKey, environment: process.env })
      : await examineLocal({ dataDir, databaseUrl, environment: process.env, log: console.log });
  for (const { level, what, remedy } of findings) console.log(`${level === 'wrong' ? 'WRONG' : 'note '}  ${what}\n       ${remedy}`);
  const count = findings.filter(({ level }) => level === 'wrong').length;
  console.log(
    count === 0
      ? `Nothing is wrong with ${url ?? dataDir}.`
      : `${count} ${count === 1 ? 'thing is' : 'things are'} wrong with ${url ?? dataDir}.`,
  );
  if (count > 0) process.exitCode = 1;
}
