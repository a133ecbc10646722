import type pg from 'pg';

/** A table with its writable columns in order. */
export type Table = { schema: string; name: string; columns: string[] };

/** Schemas whose tables all belong to the product. */
const productSchemas = ['private', 'public'];
/** Tables of Supabase Auth that make up an account. Sessions are not moved: users sign in again with the same password. */
const accountTables = ['users', 'identities', 'mfa_factors', 'one_time_tokens'];

/** Supabase Auth scans these columns as non-null strings: a user with null in one could not sign in. */
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

/** SQL expression that reads a column of the source in the form that the target needs. */
export function readColumn(table: Table, column: string): string {
  if (table.schema !== 'auth' || table.name !== 'users') return quoted(column);
  if (tokenColumns.has(column)) return `coalesce(${quoted(column)}, '')`;
  return column === 'instance_id' ? "coalesce(instance_id, '00000000-0000-0000-0000-000000000000')" : quoted(column);
}

/** Lists the tables of the product, of its accounts and `extraTables` (`schema.name`), ordered by name. */
export async function listTables(client: pg.ClientBase, extraTables: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (n.nspname = any ($1) or (n.nspname = 'auth' and c.relname = any ($2)) or n.nspname || '.' || c.relname = any ($3))
     group by 1, 2 order by 1, 2`,
    [productSchemas, accountTables, extraTables],
  );
  return rows;
}

/**
 * Matches the source's tables with the target's. Tables of the product must have the same columns; for account tables, columns
 * that the target lacks are skipped. Throws one line when the versions differ.
 */
export function matchTables(source: readonly Table[], target: readonly Table[]): Table[] {
  const targetTables = new Map(target.map((table) => [labelOf(table), table]));
  return source.map((table) => {
    const other = targetTables.get(labelOf(table));
    const missing = other ? table.columns.filter((column) => !other.columns.includes(column)) : table.columns;
    if (!other || (missing.length > 0 && !isAccountTable(table)))
      throw new Error(
        `The target has no ${labelOf(table)}${other ? `.${missing[0]}` : ''}: it belongs to another version of the product. Upgrade both to this version first.`,
      );
    return { ...table, columns: table.columns.filter((column) => other.columns.includes(column)) };
  });
}

/** Current values of the product's sequences, by qualified name. */
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
