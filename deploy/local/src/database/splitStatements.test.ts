import { describe, expect, it } from 'vitest';
import { splitStatements } from './splitStatements.ts';

describe('the statements of a migration', () => {
  it.each([
    ['select 1; select 2;', ['select 1', 'select 2']],
    ['select 1', ['select 1']],
    [`select 'a;b', "c;d"; select 'it''s;'`, [`select 'a;b', "c;d"`, `select 'it''s;'`]],
    [`select E'a\\';b'; select 2`, [`select E'a\\';b'`, 'select 2']],
    ['-- one; two\nselect 1;\n-- the end; really\n', ['-- one; two\nselect 1']],
    ['/* a; b */ select 1;', ['/* a; b */ select 1']],
    ['do $$ begin perform 1; end $$; select 2;', ['do $$ begin perform 1; end $$', 'select 2']],
    [
      "create function f() returns text as $body$ select '$$;'; $body$ language sql; select 2",
      ["create function f() returns text as $body$ select '$$;'; $body$ language sql", 'select 2'],
    ],
    ['', []],
  ])('%s', (sql, statements) => expect(splitStatements(sql)).toEqual(statements));
});
