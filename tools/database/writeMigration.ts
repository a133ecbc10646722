import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDestructiveAction, renderPlanFiles } from '@supabase/pg-delta/frontends';
import type { Plan } from '@supabase/pg-delta/plan';
import { formatSqlStatements } from '@supabase/pg-delta/sql-format';
import { splitStatements } from '@masomo/local/database/splitStatements';

/** The role that applies a migration owns what it creates, as in the schema files. */
const ownership = /^alter [^']* owner to "postgres"$/i;

/** An owner has every privilege already, and one that is taken and given back lacks what is younger than PostgreSQL 15. */
const ownPrivileges = /^(revoke all|grant [a-z, ]+) on [^']+ (from|to) "postgres"$/i;

/** The SQL of the migrations that make the plan's difference, one per transaction; throws where a statement runs in none. */
export function migrationTexts(plan: Plan): string[] {
  return renderPlanFiles(plan, { allowDrops: true }).files.map(({ contents, transactional }) => {
    if (!transactional) throw new Error(`A migration is one transaction, and this runs in none. Write it by hand:\n${contents}`);
    const statements = splitStatements(contents)
      .filter((statement) => !ownership.test(statement))
      .map(portableStatement)
      .filter((statement) => statement !== '');
    return `${formatSqlStatements(statements, { keywordCase: 'lower', maxWidth: 140 })
      .map((statement) => `${unquoted(statement)};\n`)
      .join('\n')}`;
  });
}

/** Statements that drop or rewrite data; a rename looks like one. */
export function destructiveStatements(plan: Plan): string[] {
  return plan.actions.filter(isDestructiveAction).map(({ sql }) => sql);
}

/** Writes the migrations as `<version>_<name>.sql` after those there are, and resolves to their paths. */
export async function writeMigrations(folder: string, name: string, texts: readonly string[], now: Date): Promise<string[]> {
  const last = (await readdir(folder)).map((file) => Number(/^\d{14}/.exec(file)?.[0] ?? 0)).reduce((a, b) => Math.max(a, b), 0);
  const first = Math.max(Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 14)), last + 1);
  const written = texts.map((text, index) => ({
    file: path.join(folder, `${first + index}_${name}${texts.length > 1 ? `_${index + 1}` : ''}.sql`),
    text,
  }));
  for (const { file, text } of written) await writeFile(file, text);
  return written.map(({ file }) => file);
}

/** What PostgreSQL 15 calls all privileges on a table. */
const tablePrivileges = ['delete', 'insert', 'references', 'select', 'trigger', 'truncate', 'update'];

/** The statement as every supported PostgreSQL takes it, run by itself: `set local` holds in no statement alone, and `maintain` is younger than 15. */
export function portableStatement(statement: string): string {
  if (ownPrivileges.test(statement)) return '';
  const set = statement.replace(/^set local (?=check_function_bodies\b)/i, 'set ');
  const [, verb = '', privileges = '', rest = ''] = /^(grant|revoke) ([a-z, ]+?) (on [\s\S]+)$/i.exec(set) ?? [];
  if (!/\bmaintain\b/i.test(privileges)) return set;
  const kept = privileges
    .split(',')
    .map((privilege) => privilege.trim())
    .filter((privilege) => !/^maintain$/i.test(privilege));
  if (kept.length === 0) return '';
  return `${verb} ${tablePrivileges.every((privilege) => kept.some((one) => one.toLowerCase() === privilege)) ? 'all' : kept.join(', ')} ${rest}`;
}

/** Names in quotes that need none, outside strings and bodies of functions. */
function unquoted(statement: string): string {
  return statement.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"([a-z_][a-z0-9_]*)"/g, (found, _tag, name?: string) =>
    name === undefined || reserved.has(name) ? found : name,
  );
}

/** Words of SQL that name a column or table only in quotes. */
const reserved = new Set(
  'all and any array as asc both case check collate column constraint create current_date current_user default desc distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit not null offset on only or order placing primary references returning select session_user some symmetric table then to trailing true union unique user using variadic when where window with'.split(
    ' ',
  ),
);
