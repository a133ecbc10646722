import pg from 'pg';
import { errorMessage } from '../host/errorCode.ts';

/** An error with one line: file, line number and PostgreSQL's message. */
export function describeSqlError(file: string, sql: string, error: unknown): Error {
  if (!(error instanceof pg.DatabaseError)) return new Error(`${file}: ${errorMessage(error)}`, { cause: error });
  const line = error.position ? `:${sql.slice(0, Number(error.position)).split('\n').length}` : '';
  const more = [error.detail, error.hint].filter(Boolean).join(' ');
  return new Error(`${file}${line}: ${error.message} (${error.code})${more ? ` ${more}` : ''}`.replaceAll('\n', ' '), { cause: error });
}
