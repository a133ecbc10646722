import { expect, it } from 'vitest';
import { roomOf } from '../rooms.ts';
import { asksForRole, sourceChecks } from './sourceChecks.ts';

it('assigns a room to files in every part of the tree, and none to others', () => {
  expect(roomOf('shared/domain/src/money.ts')?.folder).toBe('shared/domain');
  expect(roomOf('supabase/tests/money/billing.test.ts')?.folder).toBe('supabase/tests');
  expect(roomOf('supabase/config.toml')?.folder).toBe('supabase');
  expect(roomOf('vitest.config.ts')?.folder).toBe('');
  expect(roomOf('scratch/file.ts')).toBeUndefined();
});

// Some start a tool that reads the whole tree, which takes long on a busy machine.
it.each(sourceChecks)('finds nothing: $name', { timeout: 120_000 }, ({ find }) => expect(find()).toEqual([]));

it.each([
  "using ((select private.my_role()) in ('super_admin', 'admin'))",
  "if private.my_role() <> 'teacher' then",
  "where u.school_id = school and u.role = 'admin'",
  "private.my_role() not in ('parent', 'student')",
  "'stats', case my_role when 'admin' then 1",
  'using (school_id = (select private.admin_school()))',
  'using ((select private.is_super_admin()))',
])('finds a role in %s', (line) => expect(line).toMatch(asksForRole));

it.each([
  "check (role in ('Administrator', 'Other'))",
  "school_id = (select private.school_where('fee:charge'))",
  'u.role = any (news.audience)',
])('finds no role in %s', (line) => expect(line).not.toMatch(asksForRole));
