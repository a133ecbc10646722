import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareSchemas } from '@masomo/tools/database/compareSchemas.ts';
import { readSchemaFiles, schemaFileProblems, type SchemaFile } from '@masomo/tools/database/schemaFiles.ts';
import { destructiveStatements, migrationTexts, writeMigrations } from '@masomo/tools/database/writeMigration.ts';
import { postgres15Folder } from '@masomo/tools/database/postgres15.ts';

const servers = [
  ['the embedded PostgreSQL', undefined],
  ...(existsSync(postgres15Folder) ? [['PostgreSQL 15', postgres15Folder] as const] : []),
] as const;

describe.each(servers)('schemas and migrations on %s', (_name, bin) => {
  it('make the same database', async () => {
    const { plan, rows, problems } = await compareSchemas(bin === undefined ? {} : { bin });
    expect({ statements: plan.actions.map(({ sql }) => sql), rows, problems }).toEqual({ statements: [], rows: [], problems: [] });
  });
});

describe('an edited schema file', () => {
  const edits: readonly [file: string, before: string, after: string][] = [
    [
      'schemas/people/students.sql',
      '  gender public.gender,',
      "  gender public.gender,\n  house text not null default 'Simba' check (house <> ''),",
    ],
    ['schemas/accounts/schools.sql', 'insert (name, kind,', 'insert (kind,'],
    ['schemas/accounts/schools.sql', "'A customer that runs the product.", "'A school."],
    [
      'schemas/accounts/schools.sql',
      'using (id >= (select private.first_school()) and',
      'using (is_active and id >= (select private.first_school()) and',
    ],
    ['schemas/store/order_ratings.sql', 'not between 1 and 5', 'not between 1 and 6'],
    [
      'schemas/store/order_ratings.sql',
      'grant execute on function public.rate_order(text, integer, text, uuid, text) to anon, authenticated;',
      '',
    ],
    ['schemas/store/order_ratings.sql', 'create index order_ratings_created_idx on public.order_ratings (created_at);', ''],
    ['schemas/store/provider_events.sql', "(provider) values ('daraja')", "(provider) values ('other')"],
  ];
  let edited: SchemaFile[];
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'masomo-migrations-'));
    edited = (await readSchemaFiles()).map(({ name, sql }) => ({
      name,
      sql: edits.reduce((text, [file, before, after]) => (file === name ? text.replace(before, () => after) : text), sql),
    }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('becomes a migration after which nothing but rows is left to change', async () => {
    const { plan, left, rows } = await compareSchemas({ files: edited, tryOut: migrationTexts });
    const texts = migrationTexts(plan);
    const [file = ''] = await writeMigrations(folder, 'add_houses', texts, new Date('2026-12-01T08:00:00Z'));
    expect(readdirSync(folder)).toEqual(['20261201080000_add_houses.sql']);
    const sql = readFileSync(file, 'utf8');
    for (const part of [
      "alter table public.students\n  add column house text not null default 'Simba'::text;",
      'revoke all (name) on table public.schools from authenticated;\n\ngrant update (name) on table public.schools to authenticated;',
      "comment on table public.schools is 'A school.",
      'create policy "Super admins see every school, members their own" on public.schools',
      'is_active AND (id >=',
      'create or replace function public.rate_order (',
      'drop index public.order_ratings_created_idx;',
    ])
      expect(sql).toContain(part);
    expect(destructiveStatements(plan)).toContain('DROP INDEX "public"."order_ratings_created_idx"');
    expect(left.actions).toEqual([]);
    expect(rows).toEqual([
      'private.statement_reads does not start with the same rows:',
      expect.stringMatching(/^ {2}only by the migrations: .*"daraja"/),
      expect.stringMatching(/^ {2}only by the schemas: .*"other"/),
    ]);
  });

  it('that defines a function twice, or replaces one, is refused', () => {
    const body = 'returns int language sql as $$ select 1 $$;';
    expect(
      schemaFileProblems([
        { name: 'one.sql', sql: `create function public.one() ${body}\ncreate function public.one(a int) ${body}` },
        { name: 'two.sql', sql: `create or replace function public.two() ${body}` },
      ]),
    ).toEqual(['public.one has more than one body.', expect.stringMatching(/^two\.sql replaces or drops/)]);
  });
});
