import path from 'node:path';
import { parseArgs } from 'node:util';
import { withClient } from '@masomo/local/database/connections';
import { sendAuditLog } from '@masomo/local/auditLog/sendAuditLog';
import { withLocalDatabase } from '@masomo/local/database/withLocalDatabase';
import { root } from '../root.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

const usage = `npm run send-log -- --to https://logs.example/masomo

Sends the entries of the activity log that were not sent yet to another machine, as JSON lines by POST, so that an intruder who controls this one
cannot rewrite them. AUDIT_LOG_TOKEN is sent as a bearer token. Run it every few minutes.`;

const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
try {
  if (values.help) console.log(usage);
  else await send(values.to);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function send(to: string | undefined): Promise<void> {
  if (to === undefined || !URL.canParse(to)) throw new Error(`Name the address with --to.\n\n${usage}`);
  const { DATA_DIR, DATABASE_URL, AUDIT_LOG_TOKEN } = readEnvironment();
  const dataDir = path.resolve(root, DATA_DIR);
  const sent = await withLocalDatabase({ dataDir, databaseUrl: DATABASE_URL, log: console.log }, async (urlAs) => {
    return withClient(urlAs('postgres'), async (database) => {
      return await sendAuditLog({ database, to, token: AUDIT_LOG_TOKEN, positionFile: path.join(dataDir, 'audit-log.position') });
    });
  });
  console.log(`${sent} entries sent.`);
}
