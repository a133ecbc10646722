import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** What waits beside the entries of the menu: on a school day of a term, by own rows. */
const database = useDatabase();
const [admin, teacher, parent, superAdmin] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'parent@greenfield.test',
  'superadmin@masomo.test',
] as const;

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const waiting = async (caller: string) => {
  const { rows } = await database.as(caller, (client) =>
    client.query<{ screen: string; waiting: number }>('select screen, waiting from public.waiting_counts()'),
  );
  return Object.fromEntries(rows.map(({ screen, waiting: count }) => [screen.replace('/dashboard/', ''), count]));
};
/** Tables whose changes make a screen count again. */
const topicsOf = async (caller: string) => {
  const { rows } = await database.as(caller, (client) => client.query<{ topics: string[] }>('select topics from public.waiting_counts()'));
  return rows.flatMap(({ topics }) => topics).sort();
};
const isSchoolDay = async () =>
  (
    await owned<{ is: boolean }>(
      `select extract(isodow from private.school_today(s.id)) < 6 and exists (select from public.school_terms t where t.school_id = s.id
         and private.school_today(s.id) between t.starts_on and t.ends_on) as is
       from public.schools s where s.name = 'Greenfield Academy'`,
    )
  )[0]!.is;

let school = '';
beforeAll(async () => {
  school = (await owned<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'"))[0]!.id;
  // A term that has today in it, whatever day that is.
  await owned(
    `insert into public.school_terms (school_id, name, starts_on, ends_on)
     select $1, 'Around today', private.school_today($1), private.school_today($1) where not exists (select from public.school_terms t
       where t.school_id = $1 and private.school_today($1) between t.starts_on and t.ends_on)`,
    [school],
  );
});

describe('registers', () => {
  it('are those of today without a mark: of the school for who oversees them, of the own class for its teacher', async () => {
    await owned('delete from public.attendance where school_id = $1 and day = private.school_today($1)', [school]);
    const [expected] = await owned<{ all: number; own: number }>(
      `select count(*)::integer as all, (count(*) filter (where c.class_teacher_id = u.id))::integer as own
       from public.classes c, public.users u where u.email = $2 and c.school_id = $1 and c.is_active
         and exists (select from public.students s where s.class_id = c.id and s.status = 'active')`,
      [school, teacher],
    );
    const isOpen = await isSchoolDay();
    expect((await waiting(admin))['attendance'] ?? 0).toBe(isOpen ? expected?.all : 0);
    expect((await waiting(teacher))['attendance'] ?? 0).toBe(isOpen ? expected?.own : 0);
    expect((await waiting(parent))['attendance']).toBeUndefined();
  });

  it('no longer wait once somebody is marked', async () => {
    const before = (await waiting(admin))['attendance'] ?? 0;
    await owned(
      `insert into public.attendance (student_id, day, school_id, class_id, status)
       select s.id, private.school_today($1), $1, s.class_id, 'present' from public.students s
       where s.school_id = $1 and s.status = 'active' and s.class_id is not null limit 1`,
      [school],
    );
    expect((await waiting(admin))['attendance'] ?? 0).toBe(Math.max(before - 1, 0));
  });
});

it('is work to mark for the teacher who set it, until it has a mark or is archived', async () => {
  const before = (await waiting(teacher))['assignments'] ?? 0;
  const [work] = await owned<{ id: string }>(
    `insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on)
     select $1, t.class_id, t.subject_id, u.id, 'Counted', private.school_today($1) from public.class_subjects t
     join public.users u on u.id = t.teacher_id and u.email = $2
     where exists (select from public.students s where s.class_id = t.class_id and s.status = 'active') limit 1 returning id`,
    [school, teacher],
  );
  await owned(
    `insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
     select a.id, s.id, a.school_id, 'Done', now() from public.assignments a
     join public.students s on s.class_id = a.class_id and s.status = 'active' where a.id = $1 limit 1`,
    [work?.id],
  );
  expect((await waiting(teacher))['assignments']).toBe(before + 1);
  expect((await waiting(admin))['assignments']).toBeUndefined();
  await owned('update public.submissions set score = 5, graded_at = now() where assignment_id = $1', [work?.id]);
  expect((await waiting(teacher))['assignments'] ?? 0).toBe(before);
  await owned('update public.submissions set score = null, graded_at = null where assignment_id = $1', [work?.id]);
  await owned('update public.assignments set archived_at = now() where id = $1', [work?.id]);
  expect((await waiting(teacher))['assignments'] ?? 0).toBe(before);
});

it('is open tickets and pending orders for super admins alone', async () => {
  const [expected] = await owned<{ tickets: number; orders: number }>(
    `select (select count(*) from public.support_tickets where status = 'open')::integer as tickets,
       (select count(*) from public.orders where status = 'pending')::integer as orders`,
  );
  const seen = await waiting(superAdmin);
  expect([seen['support'] ?? 0, seen['store/orders'] ?? 0]).toEqual([expected?.tickets, expected?.orders]);
  expect(expected?.orders).toBeGreaterThan(0);
  const others = await waiting(admin);
  expect([others['support'], others['store/orders']]).toEqual([undefined, undefined]);
});

it('is the unread notifications that the policy shows, until they are read', async () => {
  await owned(
    `insert into public.notifications (user_id, source, title)
     select id, 'storage/' || gen_random_uuid(), 'Counted' from public.users where email = $1`,
    [parent],
  );
  const before = (await waiting(parent))['notifications'] ?? 0;
  expect(before).toBeGreaterThan(0);
  // A session of the tests is rolled back.
  const { rows } = await database.as(parent, async (client) => {
    await client.query('select public.mark_notifications_read()');
    return await client.query('select screen, waiting from public.waiting_counts()');
  });
  expect(rows).toEqual([{ screen: '/dashboard/notifications', waiting: 0 }]);
});

it('is counted again after changes of what can wait for the caller, and of nothing else', async () => {
  expect(await topicsOf(parent)).toEqual(['notifications']);
  expect(await topicsOf(superAdmin)).toEqual(['notifications', 'orders', 'support_tickets']);
  expect(await topicsOf(teacher)).toEqual(expect.arrayContaining(['assignments', 'attendance', 'notifications', 'submissions']));
});

it('names functions that there are, for everybody who signs in', async () => {
  expect(
    await owned(
      `select w.screen from private.waiting_counters w where not coalesce(has_function_privilege('authenticated',
         to_regprocedure('private.' || w.counter || '()'), 'execute'), false)`,
    ),
  ).toEqual([]);
});
