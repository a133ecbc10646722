import { existsSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { writeDurably } from '../host/writeDurably.ts';

type Options = {
  database: Client;
  /** Takes JSON lines by POST. */
  to: string;
  /** Sent as a bearer token. */
  token: string | undefined;
  /** Holds the id of the last entry that was taken. */
  positionFile: string;
  batchSize?: number;
};

const requestTimeoutMs = 30_000;

/**
 * Sends the entries of the activity log that another machine does not have yet, oldest first, and returns their number. An entry counts as sent
 * when its batch was taken, so that after a failure some come twice and none is missing.
 */
export async function sendAuditLog({ database, to, token, positionFile, batchSize = 1_000 }: Options): Promise<number> {
  let position = existsSync(positionFile) ? readFileSync(positionFile, 'utf8').trim() : '0';
  for (let sent = 0; ;) {
    // An entry becomes visible when its transaction ends; a minute later none with a smaller id is still to come.
    const { rows } = await database.query<{ id: string; line: string }>(
      // What notes on a child say stays here, where reading it leaves a trace.
      `select l.id::text as id, (to_jsonb(l) || jsonb_build_object('before', private.shown_change(l.entity, l.before), 'after', private.shown_change(l.entity, l.after)))::text as line
       from public.audit_log l where l.id > $1 and l.at < now() - interval '1 minute' order by l.id limit $2`,
      [position, batchSize],
    );
    const last = rows.at(-1);
    if (!last) return sent;
    const response = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: rows.map(({ line }) => `${line}\n`).join(''),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (!response.ok)
      throw new Error(`${new URL(to).host} took no entries: it responded with ${response.status}. ${sent} were sent before.`);
    position = last.id;
    writeDurably(positionFile, position);
    sent += rows.length;
  }
}
