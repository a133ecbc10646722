import pg from 'pg';
import type { Job } from '@masomo/worker/defineJob';
import { provideSettings } from '@masomo/worker/provideSettings';
import mails from '@masomo/worker/jobs/mails';

// A sender of mails in a process of its own, for a test that kills it. Its database functions are called without the API in between.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 });
provideSettings({ ...process.env, SUPABASE_URL: 'http://database.test', SUPABASE_SECRET_KEY: 'secret', MAIL_FROM: 'no-reply@masomo.test' });

async function answer(path: string, args: Record<string, unknown>): Promise<unknown> {
  const name = /^\/rest\/v1\/rpc\/(claim_mails|mail_sent|mail_failed)$/.exec(path)?.[1];
  if (!name) return (await pool.query('select key, value from public.settings')).rows;
  const named = Object.keys(args).map((key, at) => `${key} => $${at + 1}`);
  return (await pool.query(`select * from public.${name}(${named.join(', ')})`, Object.values(args))).rows;
}

const online = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { hostname, pathname } = new URL(request.url);
  if (hostname !== 'database.test') return online(request);
  return Response.json(await answer(pathname, request.method === 'POST' ? ((await request.json()) as Record<string, unknown>) : {}));
};

// Each refusal is expected.
console.error = () => {};
process.send?.('started');
if (typeof mails.step === 'string') throw new Error('Mails are sent by a function.');
const job: Job = { id: '', subject: '', school: null, args: {}, reached: null, sql: async () => [], isOver: () => false };
while ((await mails.step(job))?.reached);
await pool.end();
process.disconnect?.();
