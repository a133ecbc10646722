import { describe, expect, it } from 'vitest';
import { planChanged } from './changedPlan.ts';
import { namesOfApi } from './moduleStages.ts';

const nothing = { types: false, lint: [], related: [], readers: [], database: false, build: [], modules: [], journeys: [] };

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
    expect(planChanged([file])).toMatchObject({ types: true, lint: [file], related: [file], database: false, build: ['mfe-store'] });
  });

  it('builds every app after a shared file, and none after a test', () => {
    expect(planChanged(['shared/domain/src/money.ts', 'mfe-store/src/cart/CartPage.tsx']).build).toBe('all');
    expect(planChanged(['shared/domain/src/money.test.ts']).build).toEqual([]);
  });

  it('is every database test after SQL, with the journeys of the module it belongs to', () => {
    const plan = planChanged(['addons/quick-fees/schema/quick_fees.sql', 'supabase/migrations/20261128000000_add_reason.sql']);
    expect(plan).toMatchObject({ types: false, database: true, build: [], modules: ['addon-quick-fees'] });
    expect(plan.readers).toContain('deploy/local/src/');
  });

  it('is a changed journey', () => {
    expect(planChanged(['e2e/journeys/4-guard.spec.ts'])).toMatchObject({ journeys: ['4-guard.spec.ts'], build: [] });
  });

  it('is everything but browser tests after a package changed', () => {
    expect(planChanged(['package-lock.json'])).toMatchObject({ related: ['package-lock.json'], database: true, build: 'all' });
  });
});

it('finds the tables and functions of the API in a schema file', () => {
  const sql = `create table public.loans (id uuid);
create table private.loan_lines (id uuid);
create view public.open_loans as select 1;
create or replace function public.lend(book uuid) returns void`;
  expect(namesOfApi(sql)).toEqual(['loans', 'open_loans', 'lend']);
});
