/** Tables whose rows the schema files alone write, each with the column that names a row. */
export const declaredTables: Readonly<Record<string, string>> = {
  'private.school_tables': 'name',
  'private.role_suggestions': 'slug',
  'private.message_topics': 'topic',
  'private.notice_topics': 'kind',
  'private.mail_kinds': 'template',
  'private.waiting_counters': 'screen',
  'private.personal_notices': 'kind',
  'private.import_kinds': 'name',
  'private.paper_kinds': 'name',
};

/** Statements around those of a migration: old rows go before a column may ask more of them, new ones come once their columns are there. */
export type DeclaredRows = { before: string[]; after: string[] };

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What replaces rows of a declared table, both given as JSON: none where nothing differs. */
export function rowStatements(table: string, old: readonly string[], current: readonly string[]): DeclaredRows {
  const key = declaredTables[table];
  if (key === undefined) throw new Error(`${table} is no table whose rows are declared.`);
  const names = old.map((row) => quoted(String((JSON.parse(row) as Record<string, unknown>)[key])));
  return {
    before: names.length === 0 ? [] : [`delete from ${table} where ${key} in (\n  ${names.join(',\n  ')});\n`],
    after:
      current.length === 0
        ? []
        : [
            `insert into ${table} select * from jsonb_populate_recordset(null::${table}, '[\n  ${current
              .map((row) => row.replaceAll("'", "''"))
              .join(',\n  ')}]');\n`,
          ],
  };
}

/** The texts of migrations with the statements about rows before the first and after the last. */
export function withRows(texts: readonly string[], { before, after }: DeclaredRows): string[] {
  if (before.length + after.length === 0) return [...texts];
  const [first = '', ...others] = texts;
  const all = [[...before, first].filter((text) => text !== '').join('\n'), ...others];
  return [...all.slice(0, -1), [all.at(-1), ...after].filter((text) => text !== '').join('\n')];
}
