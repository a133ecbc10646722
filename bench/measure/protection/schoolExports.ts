import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { KillableProduct } from './killableProduct.ts';
import type { Office } from './office.ts';

const beginsWithinMs = 20_000;
const endsWithinMs = 180_000;

/** Exports of the day before do not count. */
async function passTime(client: pg.Client): Promise<void> {
  await client.query("update public.school_exports set created_at = now() - interval '2 days' where state = 'ready'");
}

const stateOf = async (client: pg.Client, id: string) =>
  (await client.query<{ state: string }>('select state from public.school_exports where id = $1', [id])).rows[0];

/** Starts an export of the school, or lets the one that was killed go on, and waits until it is being written. */
export async function beginSchoolExport(product: KillableProduct, office: Office): Promise<string> {
  const client = await product.connect();
  try {
    await passTime(client);
    const id = await office.exportSchool();
    for (const until = Date.now() + beginsWithinMs; Date.now() < until; await sleep(20)) {
      const now = await stateOf(client, id);
      if (now?.state !== 'waiting') break;
    }
    return id;
  } finally {
    await client.end();
  }
}

/** Lets the last export end, and names whatever is missing or twice in any. */
export async function findExportFaults(product: KillableProduct, office: Office, ids: readonly string[]): Promise<string[]> {
  const client = await product.connect();
  const faults: string[] = [];
  try {
    await passTime(client);
    for (const id of ids) {
      let now = await stateOf(client, id);
      for (
        const until = Date.now() + endsWithinMs;
        now?.state !== 'ready' && now?.state !== 'failed' && Date.now() < until;
        await sleep(200)
      )
        now = await stateOf(client, id);
      if (now?.state !== 'ready') faults.push(`the export ${id} of the school is ${now?.state ?? 'lost'}`);
      else faults.push(...(await findZipFaults(client, office, id)));
    }
    return faults;
  } finally {
    await client.end();
  }
}

async function findZipFaults(client: pg.Client, office: Office, id: string): Promise<string[]> {
  const files = await office.readZip(id).catch((error: unknown) => String(error));
  if (typeof files === 'string') return [`the ZIP ${id}: ${files}`];
  const faults: string[] = [];
  const { rows } = await client.query<{ entries: number; registers: number }>(
    'select e.entries, (select count(*) from public.attendance a where a.school_id = e.school_id)::integer as registers from public.school_exports e where e.id = $1',
    [id],
  );
  const { entries = 0, registers = 0 } = rows[0] ?? {};
  if (files.size !== entries) faults.push(`the ZIP ${id} has ${files.size} of ${entries} files`);
  for (const [name, content] of files) {
    const lines = content.toString().split('\r\n');
    if (name.endsWith('.csv') && new Set(lines).size !== lines.length) faults.push(`the ZIP ${id} has a row twice in ${name}`);
  }
  // Nobody takes a register in the meantime.
  const lines = (files.get('tables/attendance.csv')?.toString().split('\r\n').length ?? 0) - 2;
  if (lines !== registers) faults.push(`the ZIP ${id} has ${lines} of ${registers} rows of attendance`);
  return faults;
}
