import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeAll } from 'vitest';
import { useDatabase } from '@masomo/supabase/tests/database.ts';

export const feature = 'addon:two-factor';
export const [admin, teacher, staff, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'admin@lakeside.test',
] as const;

/** A database in which Greenfield Academy has the add-on and no rule, and nobody an app; each test leaves it so. */
export function useTwoFactor() {
  const database = useDatabase();
  const ids = new Map<string, string>();
  const place = { school: '' };
  let licence = '';

  const one = async (sql: string, values: unknown[] = []) =>
    Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
  const call = async (caller: string, sql: string, values: unknown[] = []) =>
    Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
  const list = async (caller: string, sql: string, values: unknown[] = []) =>
    (await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows;
  const enrol = (email: string) =>
    database.owner.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'x')`,
      [ids.get(email)],
    );
  const set = (role: string, days: number | null, grace = 0, caller: string = admin) =>
    call(caller, 'select public.set_two_factor_policy($1, private.today() + $2::integer, $3)', [role, days, grace]);
  const licensed = (until: string, revoked = 'null') =>
    database.owner.query(`update public.licences set valid_until = ${until}, revoked_at = ${revoked} where id = $1`, [licence]);
  /** What a person sees with a password only. */
  const sees = async (email: string) => (await list(email, 'select role from public.current_identity()')).length === 1;

  /** Statements in a session of a person, with its own claims. */
  async function within<Row extends pg.QueryResultRow>(email: string, session: string, aal: string, sql: string, values: unknown[] = []) {
    const client = await database.connect(email, { aal, session });
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }
  async function newSession(email: string): Promise<string> {
    const id = randomUUID();
    await database.owner.query(
      "insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, now(), now(), 'aal1', 'Chrome', '203.0.113.9')",
      [id, ids.get(email)],
    );
    return id;
  }

  beforeAll(async () => {
    place.school = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
    for (const { email, id } of (await database.owner.query<{ email: string; id: string }>('select email, id from auth.users')).rows)
      ids.set(email, id);
    await database.owner.query('delete from public.licences where feature = $1', [feature]);
    licence = String(await one('select id from public.licences where school_id = $1 order by id limit 1', [place.school]));
    await database.owner.query(
      'update public.licences set feature = $1, valid_from = private.today() - 30, campus_ids = null, quantity = 100 where id = $2',
      [feature, licence],
    );
    await licensed('null');
    await database.owner.query('delete from private.second_step_rules');
    await database.owner.query("update public.users set created_at = now() - interval '200 days'");
  });
  afterEach(async () => {
    await licensed('null');
    await database.owner.query('delete from private.second_step_rules');
    await database.owner.query('delete from auth.mfa_factors');
    await database.owner.query('delete from private.trusted_devices');
    await database.owner.query('delete from public.addon_settings where feature = $1', [feature]);
    await database.owner.query("delete from public.mail_outbox where template in ('two-factor-reminder', 'authenticator-reset')");
    await database.owner.query("delete from public.notifications where source ~ '^(two-factor|authenticator-reset)'");
  });

  return { database, ids, place, one, call, list, enrol, set, licensed, sees, within, newSession };
}
