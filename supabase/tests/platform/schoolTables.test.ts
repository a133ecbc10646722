import { tablesWithoutDuties } from '@masomo/tools/database/tablesWithoutDuties.ts';
import { describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** Every table of a school says its duties, and has the triggers that follow from them. */
const database = useDatabase();

/** Runs statements in a transaction that is not kept. */
async function tried<T>(statements: readonly string[], work: () => Promise<T>): Promise<T> {
  const { owner } = database;
  await owner.query('begin');
  try {
    for (const statement of statements) await owner.query(statement);
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

const loans = [
  `create table public.library_loans (id uuid primary key default gen_random_uuid(), school_id uuid not null references public.schools (id),
     student_id uuid not null references public.students (id) on delete cascade, title text not null, note text, updated_at timestamptz)`,
  'create index library_loans_school_idx on public.library_loans (school_id)',
];
const triggers = async (table: string) => {
  const { rows } = await database.owner.query<{ line: string }>(
    `select tgname || ': ' || pg_get_triggerdef(oid) as line from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    [table],
  );
  return rows.map(({ line }) => line);
};

describe('the tables of a school', () => {
  it('have their duties, all of them', async () => {
    expect(await tablesWithoutDuties(database.owner)).toEqual([]);
  });

  it('are found without them: by their school, by what they belong to, and about a child', async () => {
    const planted = [
      ...loans,
      'create table private.loan_fines (loan_id uuid primary key references public.library_loans (id), amount integer)',
      'create table public.shelves (id uuid primary key, loan_id uuid references public.library_loans (id))',
    ];
    expect(await tried(planted, () => tablesWithoutDuties(database.owner))).toEqual([
      'private.loan_fines has no duties: call private.school_table beside it.',
      'public.library_loans has no duties: call private.school_table beside it.',
    ]);
    const unsaid = [
      ...loans,
      "select private.school_table('public.library_loans', reader => 'private.exported_loans', retention => 'library')",
      'drop table public.thermal_prints',
    ];
    expect(await tried(unsaid, () => tablesWithoutDuties(database.owner))).toEqual([
      'public.library_loans does not say that student_id is its subject.',
      'public.library_loans names the reader private.exported_loans, which reads no child.',
      'public.library_loans names the retention rule library, which does not exist.',
      'public.thermal_prints has duties and does not exist.',
    ]);
  });
});

describe('a call of private.school_table', () => {
  it('makes the triggers of its duties and closes the table to whom no policy names', async () => {
    const call = `select private.school_table('public.library_loans', feature => 'module:library', subject => 'student_id', erase => 'delete', refuses_unread => true,
      audit => true, counts_use => true)`;
    const made = await tried([...loans, call], async () => [
      ...(await triggers('public.library_loans')),
      (await database.owner.query('select relrowsecurity as closed from pg_class where oid = $1::regclass', ['public.library_loans']))
        .rows[0],
    ]);
    expect(made).toEqual([
      expect.stringMatching(/^audit: .* AFTER INSERT OR DELETE OR UPDATE .* FOR EACH ROW EXECUTE FUNCTION private\.audit\(\)$/),
      expect.stringMatching(/^needs_subscription: .* BEFORE INSERT OR DELETE OR UPDATE .* FOR EACH STATEMENT /),
      expect.stringMatching(/^note_use: .* AFTER INSERT OR UPDATE .* private\.note_addon_use\('module:library'\)$/),
      expect.stringMatching(/^refuse_unread_change: .* BEFORE UPDATE .* FOR EACH ROW WHEN /),
      { closed: true },
    ]);
  });

  it('logs many rows at once where it names their key, and the verbs that it names only', async () => {
    const call =
      "select private.school_table('public.library_loans', needs_subscription => false, audit => true, verbs => '{update,delete}', key => '{id}')";
    expect(await tried([...loans, call], () => triggers('public.library_loans'))).toEqual([
      expect.stringMatching(/^audit_changed: .* OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT .*audit_rows\('id'\)$/),
      expect.stringMatching(/^audit_removed: .* AFTER DELETE .* OLD TABLE AS removed FOR EACH STATEMENT .*audit_rows\('id'\)$/),
    ]);
  });

  it.each([
    [
      "'public.library_loans', subject => 'student_id'",
      'Say whose rows library_loans has and what an erasure does with them: delete, anonymise or keep.',
    ],
    ["'public.library_loans', subject => 'pupil_id', erase => 'keep'", 'library_loans has no column pupil_id.'],
    ["'public.library_loans', counts_use => true", 'Name the feature whose use library_loans counts.'],
    ["'public.unindexed'", 'unindexed needs an index that begins with school_id.'],
    ["'public.partly'", 'partly needs an index that begins with school_id.'],
  ])('of %s is refused', async (args, message) => {
    const planted = [
      ...loans,
      'create table public.unindexed (id uuid primary key, school_id uuid)',
      'create table public.partly (id uuid primary key, school_id uuid, day date)',
      'create index on public.partly (school_id) where day is null',
    ];
    const told = await tried(planted, () => refusal(database.owner.query(`select private.school_table(${args})`)));
    expect(told?.message.replaceAll('public.', '')).toBe(message);
  });
});
