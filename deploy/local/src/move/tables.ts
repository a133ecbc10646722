import type pg from 'pg';

/** A table with the columns that can be written, in their order. */
export type Table = { schema: string; name: string; columns: string[] };

/** Schemas whose every table is the product's. */
const productSchemas = ['private', 'public'];
/** What an account is to Supabase Auth. Sessions are not moved: everybody signs in again, with the same password. */
const accountTables = ['users', 'identities', 'mfa_factors', 'one_time_tokens'];

/** Auth of a Supabase project reads these as text: a row without them could not sign in. */
const tokenColumns = new Set([
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change',
  'phone_change',
  'phone_change_token',
  'email_change_token_current',
  'reauthentication_token',
]);

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const qualifiedName = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`;
export const labelOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`;
export const isAccountTable = ({ schema }: Table) => schema === 'auth';

/** What is read of a column where it comes from, so that it means the same where it goes. */
export function readColumn(table: Table, column: string): string {
  if (table.schema !== 'auth' || table.name !== 'users') return quoted(column);
  if (tokenColumns.has(column)) return `coalesce(${quoted(column)}, '')`;
  return column === 'instance_id' ? "coalesce(instance_id, '00000000-0000-0000-0000-000000000000')" : quoted(column);
}

/** The tables of the product and of its accounts that a database has, and `more` (`schema.name`), in order of their names. */
export async function listTables(client: pg.ClientBase, more: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (n.nspname = any ($1) or (n.nspname = 'auth' and c.relname = any ($2)) or n.nspname || '.' || c.relname = any ($3))
     group by 1, 2 order by 1, 2`,
    [productSchemas, accountTables, more],
  );
  return rows;
}

/**
 * What of the source's tables the target takes. Tables of the product must be the same on both sides; of an account,
 * columns that the target does not know stay behind. Throws one line when the two are of different versions.
 */
export function matchTables(source: readonly Table[], target: readonly Table[]): Table[] {
  const there = new Map(target.map((table) => [labelOf(table), table]));
  return source.map((table) => {
    const other = there.get(labelOf(table));
    const missing = other ? table.columns.filter((column) => !other.columns.includes(column)) : table.columns;
    if (!other || (missing.length > 0 && !isAccountTable(table)))
      throw new Error(
        `The target has no ${labelOf(table)}${other ? `.${missing[0]}` : ''}: it has another version of the product. Bring both to this version first.`,
      );
    return { ...table, columns: table.columns.filter((column) => other.columns.includes(column)) };
  });
}

/** Values of the sequences of the product, by their address. */
export async function readSequences(client: pg.ClientBase): Promise<{ address: string; value: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any ($1) order by 1, 2',
    [productSchemas],
  );
  const found = [];
  for (const row of rows) {
    const address = qualifiedName(row);
    const {
      rows: [state],
    } = await client.query<{ value: string; called: boolean }>(`select last_value::text as value, is_called as called from ${address}`);
    if (state) found.push({ address, value: state.value, isCalled: state.called });
  }
  return found;
}
