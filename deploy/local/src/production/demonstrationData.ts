import { withClient } from '../database/connections.ts';

const sql = `select exists (select from public.schools where is_demo)
  or exists (select from auth.users where email = 'superadmin@masomo.test') as "hasDemo"`;

/** Whether this database has accounts of the demonstration, whose password anybody may read in the README. */
export async function hasDemonstrationAccounts(url: string): Promise<boolean> {
  return withClient(url, async (client) => (await client.query<{ hasDemo: boolean }>(sql)).rows[0]?.hasDemo === true);
}
