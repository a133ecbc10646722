import { describe, expect, it } from 'vitest';
import { planChanged } from './changedPlan.ts';
import { namesTouched, testsNaming, withCallers } from './databaseTests.ts';
import { namesOfApi } from './moduleStages.ts';

const nothing = { types: false, lint: [], related: [], readers: [], database: [], build: [], modules: [], journeys: [] };

describe('what a change runs', () => {
  it('is nothing without a change', () => {
    expect(planChanged([])).toEqual(nothing);
  });

  it('is the tests of documents after one of them changed', () => {
    expect(planChanged(['docs/operations/backup.md'])).toEqual({
      ...nothing,
      readers: ['tools/checks/bannedTerms', 'tools/checks/operationsGuides'],
    });
  });

  it('is the build of one app and the tests that import a file of it', () => {
    const file = 'mfe-store/src/cart/CartPage.tsx';
    expect(planChanged([file])).toMatchObject({ types: true, lint: [file], related: [file], database: [], build: ['mfe-store'] });
  });

  it('is the test of the worker after the texts of a module’s mails changed', () => {
    for (const file of ['modules/library/mails/sw.json', 'addons/qr-attendance/schema/qr_attendance_mails.sql'])
      expect(planChanged([file]).readers).toContain('deploy/worker/src/moduleTexts');
    expect(planChanged(['modules/library/schema/library.sql']).readers).not.toContain('deploy/worker/src/moduleTexts');
  });

  it('builds every app after a shared file, and none after a test', () => {
    expect(planChanged(['shared/domain/src/money.ts', 'mfe-store/src/cart/CartPage.tsx']).build).toBe('all');
    expect(planChanged(['shared/domain/src/money.test.ts']).build).toEqual([]);
  });

  it('is the database tests of a migration, with the journeys of the module it belongs to', () => {
    const plan = planChanged(['addons/quick-fees/schema/quick_fees.sql', 'supabase/migrations/20261128000000_add_reason.sql']);
    expect(plan).toMatchObject({
      types: false,
      database: ['supabase/migrations/20261128000000_add_reason.sql'],
      build: [],
      modules: ['addon-quick-fees'],
    });
    expect(plan.readers).toContain('deploy/local/src/');
  });

  it('is every database test after what all of them begin with', () => {
    expect(planChanged(['supabase/seed/02_demo_schools.sql']).database).toBe('all');
    expect(planChanged(['supabase/migrations/20261128224111_baseline.sql']).database).toBe('all');
    expect(planChanged(['supabase/schemas/campus/classes.sql']).database).toEqual(['supabase/schemas/campus/classes.sql']);
  });

  it('is a changed journey', () => {
    expect(planChanged(['e2e/journeys/4-guard.spec.ts'])).toMatchObject({ journeys: ['4-guard.spec.ts'], build: [] });
  });

  it('is everything but browser tests after a package changed', () => {
    expect(planChanged(['package-lock.json'])).toMatchObject({ related: ['package-lock.json'], database: 'all', build: 'all' });
  });
});

it('finds the tables and functions of the API in a schema file', () => {
  const sql = `create table public.loans (id uuid);
create table private.loan_lines (id uuid);
create view public.open_loans as select 1;
create or replace function public.lend(book uuid) returns void`;
  expect(namesOfApi(sql)).toEqual(['loans', 'open_loans', 'lend']);
});

it('finds what statements change, the functions that call it, and the tests that name one of them', () => {
  const schema = [
    'create function private.loans_of(person uuid) returns integer language sql as $$ select 1 $$',
    'create function public.my_loans() returns integer language sql as $$ select private.loans_of(null) $$',
    'create function public.other() returns integer language sql as $$ select 2 from public.loans $$',
  ];
  const changes = [
    'create or replace function "private"."loans_of" (person uuid) returns integer language sql as $$ select 3 from public.books $$',
    'create policy "Own" on public.loans for select using (true)',
    'create index loans_idx on public.loans (id)',
    'alter table public.loans add column due date',
  ];
  expect(namesTouched(changes)).toEqual(['loans_of', 'loans']);
  const names = withCallers(['loans_of', 'loans'], schema);
  expect(names).toEqual(['loans_of', 'loans', 'my_loans']);
  const tests = new Map([
    ['one.test.ts', "'select public.my_loans()'"],
    ['other.test.ts', "'select public.other()'"],
  ]);
  expect(testsNaming(names, tests)).toEqual(['one.test.ts']);
});
