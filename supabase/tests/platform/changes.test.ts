import { audienceOf, unseal } from '@masomo/gateway/live/audiences';
import { beforeEach, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase, type Caller } from '../database.ts';

type Feed = { seen: string; is_whole: boolean; changes: [transaction: string, audience: string, sealed: string][] };

const database = useDatabase();
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, string>>(sql, values)).rows;
const readFeed = (since: string | null) =>
  database.as(
    null,
    async (client) => (await client.query<{ feed: Feed }>('select public.live_changes($1) as feed', [since])).rows[0]!.feed,
  );
const keysOf = (caller: Caller) =>
  database.as(caller, async (client) => (await client.query<{ keys: string[] }>('select public.my_live_keys() as keys')).rows[0]!.keys);

/** What an account hears of a feed, as a gateway reads it. */
async function heardBy(caller: Caller, { changes }: Feed): Promise<string[]> {
  const keys = new Map((await keysOf(caller)).map((key) => [audienceOf(key), key]));
  return changes.flatMap(([, audience, sealed]) => {
    const key = keys.get(audience);
    return key ? [unseal(key, sealed)] : [];
  });
}

let since: string;
beforeEach(async () => {
  await owned('delete from private.changes');
  since = (await readFeed(null)).seen;
});

describe('what is told of a change', () => {
  it('is heard by the staff of the school, and by no family, no other school and nobody who is signed out', async () => {
    const [{ class_id: classId } = {}] = await owned(
      `update public.attendance a set note = 'Late bus' where (student_id, day) in (select student_id, day from public.attendance
         where school_id = (select id from public.schools where name = 'Greenfield Academy') limit 1) returning class_id`,
    );
    const feed = await readFeed(since);
    expect(await heardBy('teacher@greenfield.test', feed)).toEqual([`attendance:${classId}`]);
    expect(await heardBy('admin@greenfield.test', feed)).toEqual([`attendance:${classId}`]);
    expect(await heardBy('parent@greenfield.test', feed)).toEqual([]);
    expect(await heardBy(superAdmin, feed)).toEqual([]);
    const others = await owned(
      `select u.email from public.users u join private.memberships m on m.user_id = u.id join public.schools s on s.id = m.school_id
       where s.name <> 'Greenfield Academy' and u.is_active limit 3`,
    );
    expect(others.length).toBeGreaterThan(0);
    for (const { email } of others) expect(await heardBy(email!, feed)).toEqual([]);
    expect(JSON.stringify(feed)).not.toContain(classId);
    await expect(keysOf(null)).rejects.toThrow(/permission denied/);
  });

  it('reaches one person where it is theirs, and super admins where it is the platform’s', async () => {
    await owned(
      `insert into public.saved_carts (user_id, lines) select id, '[]' from public.users where email = 'parent@greenfield.test'
       on conflict (user_id) do update set lines = excluded.lines`,
    );
    await owned(
      'update public.licences set revoked_at = now() where id = (select id from public.licences where school_id is not null limit 1)',
    );
    const feed = await readFeed(since);
    expect(await heardBy('parent@greenfield.test', feed)).toContain('saved_carts');
    expect(await heardBy('teacher@greenfield.test', feed)).not.toContain('saved_carts');
    expect(await heardBy(superAdmin, feed)).toEqual(['licences']);
  });

  it('tells a person, and nobody else, that a session of theirs has ended', async () => {
    const [{ id } = {}] = await owned(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
         select gen_random_uuid(), id, now(), now() from public.users where email = 'teacher@greenfield.test' returning id`,
    );
    await owned('delete from auth.sessions where id = $1', [id]);
    const feed = await readFeed(since);
    expect(await heardBy('teacher@greenfield.test', feed)).toEqual(['sessions']);
    expect(await heardBy('admin@greenfield.test', feed)).toEqual([]);
    expect(await heardBy(superAdmin, feed)).toEqual([]);
  });

  it('is one row per transaction whatever the number of statements, and none of a statement without rows', async () => {
    await owned('begin');
    for (const note of ['a', 'b', 'c'])
      await owned('update public.attendance set note = $1 where day = (select max(day) from public.attendance)', [note]);
    await owned('update public.students set first_name = first_name where false');
    await owned('commit');
    const [{ classes } = {}] = await owned(
      'select count(distinct class_id) as classes from public.attendance where day = (select max(day) from public.attendance)',
    );
    expect((await readFeed(since)).changes).toHaveLength(Number(classes));
  });
});

describe('a reader', () => {
  const change = 'update public.classes set room = $1 where id = (select id from public.classes order by id limit 1)';

  it('gets each change once, also one that was begun earlier and is kept later', async () => {
    const slow = await database.connect('admin@greenfield.test');
    await slow.query('reset role');
    await slow.query('begin');
    await slow.query(change.replace('limit 1', 'offset 1 limit 1'), ['Slow']);
    await owned(change, ['Quick']);
    const first = await readFeed(since);
    await slow.query('commit');
    await slow.end();
    const second = await readFeed(first.seen);
    const third = await readFeed(second.seen);
    expect([first, second, third].map(({ is_whole: isWhole, changes }) => [isWhole, changes.length])).toEqual([
      [true, 1],
      [true, 1],
      [true, 0],
    ]);
    expect(BigInt(second.changes[0]![0])).toBeLessThan(BigInt(first.changes[0]![0]));
  });

  it.each([null, 'yesterday', '9000000000:9000000000:', '1; drop table private.changes'])(
    'is told that everything may have changed where it says that it saw %s',
    async (seen) => {
      await owned(change, ['Elsewhere']);
      expect(await readFeed(seen)).toMatchObject({ is_whole: false, changes: [] });
    },
  );

  it('is told so too where there was too much', async () => {
    await owned("insert into private.changes (audience, topic) select 'platform', 'topic ' || n from generate_series(1, 5001) n");
    expect(await readFeed(since)).toMatchObject({ is_whole: false });
  });
});

it('is forgotten after some minutes', async () => {
  await owned(
    "insert into private.changes (audience, topic, at) values ('platform', 'old', now() - interval '11 minutes'), ('platform', 'new', now())",
  );
  await owned('select private.forget_old_counts()');
  expect(await owned('select topic from private.changes')).toEqual([{ topic: 'new' }]);
});

it('is declared for an audience that exists', async () => {
  await expect(owned("select private.tell_changes('public.students', '{parents}')")).rejects.toThrow('parents is no audience');
});

describe('a worker that is killed', () => {
  const feedAfter = async () => {
    await readFeed(since);
    return heardBy(superAdmin, await readFeed(since));
  };

  it('is told once it was not seen for two minutes, once, to super admins alone, and again when it is back', async () => {
    await owned('delete from private.job_workers');
    const [worker] = await owned('insert into private.job_workers (id) values (gen_random_uuid()) returning id');
    since = (await readFeed(null)).seen;
    await owned('update private.job_workers set seen_at = now() where id = $1', [worker?.['id']]);
    expect(await feedAfter()).toEqual([]);
    await owned("update private.job_workers set seen_at = now() - interval '121 seconds' where id = $1", [worker?.['id']]);
    expect(await feedAfter()).toEqual(['jobs']);
    expect(await heardBy('admin@greenfield.test', await readFeed(since))).toEqual([]);
    since = (await readFeed(null)).seen;
    expect(await feedAfter()).toEqual([]);
    await owned('update private.job_workers set seen_at = now() where id = $1', [worker?.['id']]);
    expect(await feedAfter()).toEqual(['jobs']);
  });

  it('is noted by nobody who may only read', async () => {
    await owned("insert into private.job_workers (id, seen_at) values (gen_random_uuid(), now() - interval '5 minutes')");
    await database.as(null, async (client) => {
      await client.query('set transaction read only');
      await client.query('select public.live_changes($1)', [since]);
    });
    expect(await owned('select from private.job_workers where is_gone')).toEqual([]);
  });
});
