import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

/** A notification is read by the rule of what it is about, when it is written and whenever it is read. */
const database = useDatabase();
const at = (role: string) => `${role}@greenfield.test`;
const ids: Record<string, string> = {};
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const titles = async (who: string) =>
  (
    await database.as(who, (client) => client.query<{ title: string }>('select title from public.notifications where source is not null'))
  ).rows.map(({ title }) => title);
const count = async (who: string) =>
  (await database.as(who, (client) => client.query<{ n: number }>('select public.mark_notifications_read() as n'))).rows[0]!.n;
const mark = (told: boolean) =>
  database.as(at('admin'), (client) =>
    client.query('select public.set_custody($1, $2, $3, true, $4)', [ids['child'], ids['guardian'], told, 'Court order 12']),
  );

beforeAll(async () => {
  const [found] = await owned(
    `select s.id as child, s.class_id as class, s.school_id as school, g.id as guardian, u.id as person from public.students s
     join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id
     where u.email = $1 order by s.id limit 1`,
    [at('parent')],
  );
  for (const [name, value] of Object.entries(found!)) ids[name] = String(value);
  await owned('delete from public.student_guardians where guardian_id = $1 and student_id <> $2', [ids['guardian'], ids['child']]);
  await owned('delete from public.notifications');
});

/** One notice of every kind that a family gets about this child. */
async function notices(round: string): Promise<void> {
  await database.as(at('admin'), (client) =>
    client.query(
      "insert into public.announcements (school_id, class_id, title, body, audience) values ($1, $2, $3, 'Bring boots', '{admin,teacher,staff,parent,student}')",
      [ids['school'], ids['class'], `Trip ${round}`],
    ),
  );
  await database.asCommand(at('admin'), async (client) => {
    await client.query(
      "insert into public.student_records (school_id, student_id, kind, summary, visible_to) values ($1, $2, 'merit', $3, 'family')",
      [ids['school'], ids['child'], `Fair ${round}`],
    );
    for (const kind of ['absence', 'arrival', 'departure', 'fee-reminder'])
      await client.query('select private.notify(private.student_family($1), $2, to_jsonb($3::text), null)', [
        ids['child'],
        `${kind}/${ids['child']}/${round}`,
        `${kind} ${round}`,
      ]);
  });
}

describe('what a guardian was told of a child', () => {
  it('is read until the guardian is barred, and neither written nor counted after that', async () => {
    await notices('one');
    expect(await titles(at('parent'))).toEqual(
      expect.arrayContaining([
        'Trip one',
        expect.stringContaining('A note about'),
        'absence one',
        'arrival one',
        'departure one',
        'fee-reminder one',
      ]),
    );
    await mark(false);
    expect(await titles(at('parent'))).toEqual([]);
    await notices('two');
    expect(await count(at('parent'))).toBe(0);
    expect(
      await owned("select title from public.notifications where user_id = $1 and (title like '%two' or body like '%two')", [ids['person']]),
    ).toEqual([]);
    await mark(true);
    expect((await titles(at('parent'))).filter((title) => title.endsWith(' one'))).toHaveLength(5);
  });

  it('follows the note: once it is for the office only, its notice is gone', async () => {
    await owned("update public.student_records set visible_to = 'office' where student_id = $1", [ids['child']]);
    expect((await titles(at('parent'))).filter((title) => title.startsWith('A note about'))).toEqual([]);
  });

  it('is closed to people who have left the school', async () => {
    await owned("update public.users set role = 'user', school_id = null where id = $1", [ids['person']]);
    expect(await titles(at('parent'))).toEqual([]);
  });
});

describe('a notice about health or conduct', () => {
  it('says nothing of what is read with a trace only', async () => {
    await database.asCommand(at('admin'), (client) =>
      client.query(
        "insert into public.student_records (school_id, student_id, kind, summary, visible_to) values ($1, $2, 'health', 'Asthma', 'family')",
        [ids['school'], ids['child']],
      ),
    );
    expect(await owned("select 1 from public.notifications where body like '%Asthma%' or title like '%Asthma%'")).toEqual([]);
  });
});

describe('every kind of notice', () => {
  it('has a rule: what nobody has written a rule for is hidden', async () => {
    const { rows } = await database.owner.query<{ body: string }>(
      "select pg_get_functiondef(p.oid) as body from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'",
    );
    const kinds = rows
      .filter(({ body }) => body.includes('private.notify('))
      .flatMap(({ body }) => [...body.matchAll(/(?<![\w-])'([a-z]+(?:-[a-z]+)*)\/(?:%s|')/g)].map(([, kind]) => kind!));
    const rule = rows.find(({ body }) => body.includes('FUNCTION private.readable_sources('))!.body;
    expect(kinds.length).toBeGreaterThan(10);
    const { rows: duties } = await database.owner.query<{ kind: string }>(
      'select unnest(notices || child_notices) as kind from private.school_tables union select kind from private.personal_notices',
    );
    const ruled = (kind: string) => rule.includes(`'${kind}'`) || duties.some((duty) => duty.kind === kind);
    expect([...new Set(kinds)].filter((kind) => !ruled(kind))).toEqual([]);
  });
});
