import type pg from 'pg';

/** Tables with a row in which one of these words stands, in whatever column: `schema.table`, sorted. */
export async function tablesWith(owner: pg.Client, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(
      `select from ${name} r where exists (select from unnest($1::text[]) w where strpos(r::text, w) > 0) limit 1`,
      [words],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
