import { describe, expect, it } from 'vitest';
import { rowStatements, withRows } from './declaredRows.ts';

const table = 'private.school_tables';

describe('rows of a declared table', () => {
  it('are deleted before the changes of a migration and inserted after them', () => {
    const statements = rowStatements(
      table,
      ['{"name": "public.old"}', '{"name": "public.kept"}'],
      ['{"name": "public.kept", "why": "it\'s"}'],
    );
    const [text = ''] = withRows(['alter table;\n'], statements);
    expect(text).toBe(`delete from private.school_tables where name in (
  'public.old',
  'public.kept');

alter table;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"name": "public.kept", "why": "it''s"}]');
`);
  });

  it('surround several transactions, and are a migration of their own where nothing else changes', () => {
    const statements = rowStatements(table, ['{"name": "a"}'], ['{"name": "b"}']);
    expect(withRows(['one', 'two'], statements).map((text) => text.split('\n')[0])).toEqual([statements.before[0]?.split('\n')[0], 'two']);
    expect(withRows([], statements)).toEqual([[...statements.before, ...statements.after].join('\n')]);
    expect(withRows(['one'], rowStatements(table, [], []))).toEqual(['one']);
  });

  it('are none of a table that people change too', () => {
    expect(() => rowStatements('public.settings', [], [])).toThrow('public.settings');
  });
});
