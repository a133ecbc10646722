import pg from 'pg';

/** One line that names the file, the line in it and PostgreSQL's own message. */
export function describeSqlError(file: string, sql: string, error: unknown): Error {
  if (!(error instanceof pg.DatabaseError))
    return new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  const line = error.position ? `:${sql.slice(0, Number(error.position)).split('\n').length}` : '';
  const more = [error.detail, error.hint].filter(Boolean).join(' ');
  return new Error(`${file}${line}: ${error.message} (${error.code})${more ? ` ${more}` : ''}`.replaceAll('\n', ' '), { cause: error });
}
