import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '@masomo/local/database/connections';

const dayMs = 86_400_000;

/** Twenty past ten in Nairobi on the last school day: today, or Friday at the weekend. */
export function lastSchoolMorning(now: Date): Date {
  const day = now.getUTCDay();
  const back = day === 6 ? 1 : day === 0 ? 2 : 0;
  const morning = new Date(now.getTime() - back * dayMs);
  morning.setUTCHours(7, 20, 0, 0);
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
