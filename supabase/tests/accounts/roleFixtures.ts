import { refusal, type Caller, type TestDatabase } from '../database.ts';

/** What tests of roles ask and do; `owned` past every right, the others as a caller. */
export function useRoles(database: TestDatabase) {
  const ask = async <T>(caller: Caller, sql: string, values: unknown[] = []) =>
    (await database.as(caller, (client) => client.query<Record<string, T>>(sql, values))).rows;
  const one = async <T>(caller: Caller, expression: string, values: unknown[] = []) =>
    (await ask<T>(caller, `select ${expression} as value`, values))[0]!['value']!;
  const owned = async <T>(expression: string, values: unknown[] = []) =>
    (await database.owner.query<{ value: T }>(`select ${expression} as value`, values)).rows[0]!.value;
  const refused = (caller: Caller, expression: string, values: unknown[] = []) =>
    refusal(database.as(caller, (client) => client.query(`select ${expression}`, values))).then(
      (failure) => failure && (failure.hint ?? failure.message),
    );
  const personId = (email: string) => owned<string>('(select id from public.users where email = $1)', [email]);
  const profile = async (email: string) =>
    (
      await database.owner.query<{ role: string; school_id: string | null }>('select role, school_id from public.users where email = $1', [
        email,
      ])
    ).rows[0];
  return {
    ask,
    one,
    owned,
    refused,
    personId,
    profile,
    commonRole: (base: string) => owned<string>(`private.common_role('${base}')`),
    schoolNamed: (name: string) => owned<string>('(select id from public.schools where name = $1)', [name]),
    saveRole: (caller: Caller, name: string, permissions: string[], base = 'staff', role: string | null = null) =>
      one<string>(caller, 'public.save_school_role($1, $2, $3, $4)', [name, base, permissions, role]),
    give: async (caller: Caller, email: string, role: string, more = '') =>
      one<string>(caller, `public.give_role($1, $2${more})`, [await personId(email), role]),
    membership: (email: string, role: string) =>
      owned<string>(
        '(select m.id from private.memberships m join public.users u on u.id = m.user_id where u.email = $1 and m.role_id = $2)',
        [email, role],
      ),
    /** A new account of a school. */
    newPerson: async (name: string, role: string, school: string): Promise<string> => {
      const email = `${name}@roles.test`;
      await database.owner.query(
        "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now())",
        [email],
      );
      await database.owner.query(
        'update public.users set role = $2::public.user_role, school_id = $3, first_name = $4, last_name = $5 where email = $1',
        [email, role, school, name, 'Test'],
      );
      return email;
    },
  };
}
