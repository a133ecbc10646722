import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { qualifiedName, labelOf, quoted, readColumn, readSequences, type Table } from './tables.ts';

/** Digest of a table: the number of rows, and a sum over the row hashes, which does not depend on the row order. */
export type TableDigest = { rows: number; sum: string };
export type TableComparison = { table: string; source: TableDigest; target: TableDigest };

/** Settings that make both sides format values alike. */
const sessionSettings =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = '10s'";

export async function normalizeSession(client: pg.ClientBase): Promise<void> {
  await client.query(sessionSettings);
}

async function digestTable(client: pg.ClientBase, table: Table, columns: readonly string[]): Promise<TableDigest> {
  const {
    rows: [found],
  } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || left(digest, 15))::bit(60)::bigint), 0)::text || '-' || coalesce(sum(('x' || right(digest, 15))::bit(60)::bigint), 0)::text as sum
     from (select md5(row(${columns.join(', ')})::text) as digest from ${qualifiedName(table)}) as lines`,
  );
  return { rows: Number(found?.rows ?? 0), sum: found?.sum ?? '' };
}

/** Digests each table on both sides. */
export async function compareTables(source: pg.ClientBase, target: pg.ClientBase, tables: readonly Table[]): Promise<TableComparison[]> {
  const compared: TableComparison[] = [];
  for (const table of tables) {
    const [sourceDigest, targetDigest] = await Promise.all([
      digestTable(
        source,
        table,
        table.columns.map((column) => readColumn(table, column)),
      ),
      digestTable(target, table, table.columns.map(quoted)),
    ]);
    compared.push({ table: labelOf(table), source: sourceDigest, target: targetDigest });
  }
  return compared;
}

/** Throws one line that names the first table that differs. */
export function assertEqual(compared: readonly TableComparison[]): void {
  const difference = compared.find(({ source, target }) => source.rows !== target.rows || source.sum !== target.sum);
  if (difference)
    throw new Error(
      `${difference.table} differs: ${difference.source.rows} rows in the source, ${difference.target.rows} in the target. Nothing was moved.`,
    );
}

const attempts = 5;
/** `deadlock_detected` and `lock_not_available`: another transaction holds a table and waits for one of ours, or holds it too long. */
const lockConflicts: readonly unknown[] = ['40P01', '55P03'];

/** Empties the tables. The jobs of a project that runs use some of them at any time, so a lock conflict is tried again. */
async function truncate(target: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await target.query('savepoint before_truncate');
    try {
      await target.query(`truncate ${tables.map(qualifiedName).join(', ')}`);
      return;
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error && 'code' in error && lockConflicts.includes(error.code))) throw error;
      await target.query('rollback to savepoint before_truncate');
    }
  }
}

/**
 * Replaces the target's tables with the source's, within the target's open transaction. The initial content of a new project
 * (settings, site content) is replaced; triggers and foreign keys are disabled in the meantime.
 */
export async function copyTables(source: pg.ClientBase, target: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  await target.query("set local session_replication_role = 'replica'").catch((error: Error) => {
    throw new Error(
      `The target's role cannot disable triggers (${error.message}). Use the role postgres of a Supabase project, or a superuser.`,
    );
  });
  await truncate(
    target,
    tables.filter(({ schema }) => schema !== 'auth'),
  );
  for (const table of tables) {
    const read = source.query(
      to(`copy (select ${table.columns.map((column) => readColumn(table, column)).join(', ')} from ${qualifiedName(table)}) to stdout`),
    );
    await pipeline(read, target.query(from(`copy ${qualifiedName(table)} (${table.columns.map(quoted).join(', ')}) from stdin`)));
  }
  for (const { address, value, isCalled } of await readSequences(source))
    await target.query('select setval($1::regclass, $2::bigint, $3)', [address, value, isCalled]);
}
