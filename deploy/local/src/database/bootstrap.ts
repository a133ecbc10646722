import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from './connections.ts';
import { loginRoles } from './roles.ts';
import { describeSqlError } from './sqlError.ts';

const folder = path.resolve(import.meta.dirname, '../../bootstrap');

/**
 * Turns a plain database into an empty Supabase project: roles, schemas, auth and storage. The SQL files are idempotent and
 * run again when one of them changed. Sets the passwords of the login roles.
 */
export async function bootstrap(adminUrl: string, password: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map(async (name) => ({ name, sql: await readFile(path.join(folder, name), 'utf8') })));
  const digest = createHash('sha256')
    .update(files.map(({ sql }) => sql).join('\0'))
    .digest('hex');
  await withClient(adminUrl, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtext($1))', ['masomo_local.bootstrap']);
    await client.query('create schema if not exists masomo_local');
    await client.query(
      'create table if not exists masomo_local.bootstrap (digest text primary key, applied_at timestamptz not null default now())',
    );
    const { rowCount } = await client.query('select from masomo_local.bootstrap where digest = $1', [digest]);
    if (rowCount === 0) {
      for (const { name, sql } of files)
        await client.query(sql).catch((error: unknown) => Promise.reject(describeSqlError(name, sql, error)));
      await client.query('delete from masomo_local.bootstrap');
      await client.query('insert into masomo_local.bootstrap (digest) values ($1)', [digest]);
    }
    for (const role of loginRoles) {
      // The role of this connection keeps its own password.
      if (role !== new URL(adminUrl).username)
        await client.query(`alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(password)}`);
    }
    await client.query('commit');
  });
}
