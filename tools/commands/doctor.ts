import path from 'node:path';
import { parseArgs } from 'node:util';
import { declarations } from '@masomo/local/doctor/declarations';
import { examineHosted, examineLocal } from '@masomo/local/doctor/examine';
import { root } from '../root.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const usage = `npm run doctor

Reports what is missing or insecure in an installation, each with a remedy. Exits with status 1 when there is a problem.
Checks the project of SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY, otherwise the installation in DATA_DIR, running or stopped.
Set the same variables as for npm start, or the secrets of the functions (supabase/functions/.env), so that incomplete configuration is detected.`;

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
    PUBLIC_ORIGIN,
    PORT,
    DATA_PLACE,
    CLAMD_SOCKET,
  } = readEnvironment();
  if (url !== undefined && (publishableKey === undefined || secretKey === undefined))
    throw new Error('SUPABASE_SECRET_KEY must be set together with SUPABASE_URL for this command. It is not set.');
  const dataDir = path.resolve(root, DATA_DIR);
  const findings =
    url !== undefined && publishableKey !== undefined && secretKey !== undefined
      ? await examineHosted({ url, publishableKey, secretKey, environment: process.env })
      : await examineLocal({
          dataDir,
          origin: PUBLIC_ORIGIN ?? `http://localhost:${PORT}`,
          databaseUrl,
          environment: process.env,
          log: console.log,
        });
  for (const { level, what, remedy } of findings) console.log(`${level === 'wrong' ? 'WRONG' : 'note '}  ${what}\n       ${remedy}`);
  for (const line of declarations({ place: DATA_PLACE, clamd: CLAMD_SOCKET, isHosted: url !== undefined })) console.log(line);
  const count = findings.filter(({ level }) => level === 'wrong').length;
  console.log(
    count === 0
      ? `No problems found in ${url ?? dataDir}.`
      : `${count} ${count === 1 ? 'problem' : 'problems'} found in ${url ?? dataDir}.`,
  );
  if (count > 0) process.exitCode = 1;
}
