import { describe, expect, it } from 'vitest';
import { portableStatement } from './writeMigration.ts';

describe('a statement of a written migration', () => {
  it('sets what it sets by itself, for the runner sends one statement after another', () => {
    expect(portableStatement('SET LOCAL check_function_bodies = off')).toBe('set check_function_bodies = off');
  });

  it.each([
    ['GRANT DELETE, INSERT, MAINTAIN, SELECT ON TABLE "private"."sums" TO "service_role"', 'DELETE, INSERT, SELECT'],
    ['GRANT SELECT, MAINTAIN ON TABLE "private"."sums" TO "service_role"', 'SELECT'],
  ])('grants nothing that PostgreSQL 15 does not know: %s', (statement, privileges) => {
    expect(portableStatement(statement)).toBe(`GRANT ${privileges} ON TABLE "private"."sums" TO "service_role"`);
  });

  it('grants all where it names all, which then includes what a newer PostgreSQL adds', () => {
    expect(
      portableStatement(
        'GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."sums" TO "service_role"',
      ),
    ).toBe('GRANT all ON TABLE "public"."sums" TO "service_role"');
  });

  it('is left out when nothing else is in it', () => {
    expect(portableStatement('REVOKE MAINTAIN ON TABLE "private"."sums" FROM "anon"')).toBe('');
  });

  it.each(['REVOKE ALL ON TABLE "public"."sums" FROM "postgres"', 'GRANT DELETE, MAINTAIN, SELECT ON TABLE "public"."sums" TO "postgres"'])(
    'is left out when it takes from the owner or gives it what it has: %s',
    (statement) => expect(portableStatement(statement)).toBe(''),
  );

  it.each(['GRANT SELECT ON TABLE "public"."maintain" TO "anon"', 'GRANT UPDATE ("name") ON TABLE "public"."schools" TO "authenticated"'])(
    'stays as it is otherwise: %s',
    (statement) => expect(portableStatement(statement)).toBe(statement),
  );
});
