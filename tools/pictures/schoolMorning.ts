import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '@masomo/local/database/connections';

const dayMs = 86_400_000;

/** The last twenty past ten in Nairobi of a school day that is over: its lessons have begun, and its registers are taken. */
export function lastSchoolMorning(now: Date): Date {
  let morning = new Date(now);
  morning.setUTCHours(7, 20, 0, 0);
  while (morning > now || morning.getUTCDay() % 6 === 0) morning = new Date(morning.getTime() - dayMs);
  return morning;
}

/** Sets the clock of a product's database, so that its lessons and registers are those of that moment. */
export async function setClock(dataDir: string, moment: Date): Promise<void> {
  const behindMs = Math.round(Date.now() - moment.getTime());
  await withClient((await readFile(path.join(dataDir, 'database.url'), 'utf8')).trim(), (client) =>
    client.query(`create or replace function private.current_moment() returns timestamptz
      language sql stable as $$ select pg_catalog.now() - interval '${behindMs} milliseconds' $$`),
  );
}
