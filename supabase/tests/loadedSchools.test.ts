import { describe, expect, it } from 'vitest';
import { loadedEmail, loadSchools, studentsPerSchool } from '@masomo/tools/database/loadSchools.ts';
import { useDatabase } from './database.ts';

const database = useDatabase();

describe('loaded schools', () => {
  it('have the rows that triggers would have derived, and people who see their own school', async () => {
    await loadSchools(database.adminUrl, { schools: 2, password: 'loaded-for-tests', registerDays: 10 });
    const count = async (sql: string) =>
      (await database.owner.query<{ n: number }>(`select count(*)::integer as n from ${sql}`)).rows[0]!.n;
    const results = "public.subject_results r join public.schools s on s.id = r.school_id where s.name like 'Load school %'";
    expect(await count(results)).toBe(2 * studentsPerSchool * 3);
    await database.owner.query(`create temporary table loaded as select r.* from ${results}`);
    await database.owner.query(
      'select private.count_results(array_agg(student_id), array_agg(class_id), array_agg(subject_id), array_agg(term_id)) from loaded',
    );
    expect(await count('(table loaded except table public.subject_results) changed')).toBe(0);
    expect(
      await count(`(select class_id, day, count(*) as marked from public.attendance group by class_id, day) a
        full join public.register_days d using (class_id, day) where a.marked is distinct from d.present + d.late + d.excused + d.absent`),
    ).toBe(0);
    for (const account of ['admin1', 'staff1'] as const)
      expect(
        await database.as(loadedEmail(2, account), async (client) => (await client.query('select from public.students')).rowCount),
      ).toBe(studentsPerSchool);
    expect(
      await database.as(loadedEmail(2, 'parent7'), async (client) => (await client.query('select from public.students')).rowCount),
    ).toBe(1);
  });
});
