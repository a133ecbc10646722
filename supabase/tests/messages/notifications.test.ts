import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const at = (name: string) => `${name}@greenfield.test`;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find(
    'assignment',
    `select id from public.assignments where class_id = '${ids['east']}' and due_on > private.today() and published_at <= now()
      and id not in (select assignment_id from public.submissions) order by title limit 1`,
  );
});

const told = async (who: string, source: string) =>
  (
    await database.as(at(who), (client) =>
      client.query<{ title: string; body: string }>(
        'select title, body from public.notifications where source like $1 order by created_at desc',
        [source],
      ),
    )
  ).rows;
const announce = async (who: string, fields: Record<string, unknown> = {}) => {
  const row = {
    school_id: ids['school'],
    title: 'Sports day',
    body: 'Bring water.',
    audience: ['parent', 'student', 'teacher'],
    ...fields,
  };
  const keys = Object.keys(row);
  return (
    await database.as(at(who), (client) =>
      client.query<{ id: string }>(
        `insert into public.announcements (${keys.join(', ')}) values (${keys.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
        Object.values(row),
      ),
    )
  ).rows[0]!.id;
};
const jobs = () => runJob(database, 'announcements');

describe('an announcement', () => {
  it('notifies its audience once, not its author and no one else', async () => {
    const id = await announce('staff');
    expect(await told('parent', `announcement/${id}`)).toEqual([{ title: 'Sports day', body: 'Bring water.' }]);
    expect(await told('teacher', `announcement/${id}`)).toHaveLength(1);
    expect(await told('staff', `announcement/${id}`)).toEqual([]);
    expect(await told('admin', `announcement/${id}`)).toEqual([]);
    await database.as(at('staff'), (client) =>
      client.query("update public.announcements set title = 'Sports day moved' where id = $1", [id]),
    );
    await jobs();
    expect(await told('parent', `announcement/${id}`)).toHaveLength(1);
    const { rows } = await database.as('admin@lakeside.test', (client) =>
      client.query('select 1 from public.notifications where source like $1', [`%${id}`]),
    );
    expect(rows).toEqual([]);
  });

  it('for a class notifies that class and its families', async () => {
    const west = await announce('staff', { class_id: ids['west'] });
    expect(await told('student', `announcement/${west}`)).toEqual([]);
    const east = await announce('staff', { class_id: ids['east'] });
    expect(await told('student', `announcement/${east}`)).toHaveLength(1);
  });

  it('notifies when it is published; archived, its readers no longer see it', async () => {
    const id = await announce('teacher', { published_at: new Date(Date.now() + 3_600_000).toISOString(), audience: ['parent'] });
    await jobs();
    expect(await told('parent', `announcement/${id}`)).toEqual([]);
    await database.owner.query("update public.announcements set published_at = now() - interval '1 minute' where id = $1", [id]);
    await jobs();
    expect(await told('parent', `announcement/${id}`)).toHaveLength(1);
    const seen = async (who: string) =>
      (await database.as(at(who), (client) => client.query('select 1 from public.announcements where id = $1', [id]))).rows.length;
    expect([await seen('parent'), await seen('teacher')]).toEqual([1, 1]);
    await database.as(at('teacher'), (client) => client.query('select public.archive_announcement($1, true)', [id]));
    expect([await seen('parent'), await seen('teacher'), await seen('admin')]).toEqual([0, 1, 1]);
  });
});

describe('what happens to a student', () => {
  it('marked work notifies the student and the family', async () => {
    await database.as(at('student'), (client) => client.query('select public.submit_assignment($1, $2)', [ids['assignment'], 'Here']));
    await database.as(at('teacher'), (client) =>
      client.query(
        'select public.grade_submission(assignment_id => $1, student_id => $2, score => 15, feedback => $3, seen_submitted_at => (select submitted_at from public.submissions where assignment_id = $1 and student_id = $2))',
        [ids['assignment'], ids['brian'], 'Good'],
      ),
    );
    expect((await told('student', 'mark/%'))[0]?.body).toMatch(/^Score: 15 of \d+\. Good$/);
    expect((await told('parent', 'mark/%'))[0]?.title).toMatch(/^Marked for Brian: ./);
  });

  it('an absence of today notifies the family, and the notification is withdrawn with a mistake', async () => {
    const mark = (status: string, ...seen: (string | null)[]) =>
      database.as(at('teacher'), (client) =>
        client.query("select public.record_attendance($1, (now() at time zone 'Africa/Nairobi')::date, $2)", [
          ids['east'],
          JSON.stringify([{ student_id: ids['brian'], status, seen: [null, ...seen] }]),
        ]),
      );
    await database.owner.query(
      "delete from public.attendance where student_id = $1 and day = (now() at time zone 'Africa/Nairobi')::date",
      [ids['brian']],
    );
    await mark('absent');
    expect((await told('parent', 'absence/%'))[0]?.title).toBe('Brian is marked absent today');
    expect(await told('student', 'absence/%')).toEqual([]);
    await mark('late', 'absent');
    expect(await told('parent', 'absence/%')).toEqual([]);
  });

  it('a mailed fee reminder also notifies the family in the product, once a day', async () => {
    await database.owner.query(
      "insert into public.fee_charges (school_id, student_id, name, amount, due_on) values ($1, $2, 'Trip', 9000000, private.today() - 3)",
      [ids['school'], ids['brian']],
    );
    const remind = () => database.as(at('admin'), (client) => client.query('select public.remind_of_fees($1)', [[ids['brian']]]));
    await remind();
    await remind();
    const reminders = await told('parent', 'fee-reminder/%');
    expect(reminders).toEqual([
      { title: 'School fees of Brian Njeri', body: expect.stringMatching(/^KES [\d,]+ to pay, of which KES [\d,]+ is overdue\.$/) },
    ]);
  });
});

describe('an answered ticket', () => {
  it('notifies its sender of replies, never of internal notes', async () => {
    const {
      rows: [ticket],
    } = await database.owner.query<{ id: string }>(
      `insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, user_id)
       values (gen_random_uuid(), 'TKT-NOTIFY', 'Parent', $1, 'The portal', 'Other', 'It does not open.', (select id from public.users where email = $1)) returning id`,
      [at('parent')],
    );
    const reply = (body: string, isInternal: boolean) =>
      database.as('superadmin@masomo.test', (client) =>
        client.query('select public.reply_to_ticket(ticket_id => $1, body => $2, is_internal => $3)', [ticket?.id, body, isInternal]),
      );
    await reply('Ask them to pay first', true);
    await reply('We mended it.', false);
    expect((await told('parent', 'ticket-reply/%')).map(({ body }) => body)).toEqual(['We mended it.']);
  });
});

describe('finding people', () => {
  const find = async (caller: string, words: string) =>
    (
      await database.as(caller, (client) =>
        client.query<{ kind: string; name: string; id: string }>('select kind, id, name from public.find_people($1)', [words]),
      )
    ).rows;
  it('finds people the caller may see, and no one of another school', async () => {
    expect(await find(at('teacher'), 'brian nj')).toEqual([{ kind: 'student', id: ids['brian'], name: 'Brian Njeri' }]);
    expect(await find(at('student'), 'brian')).toEqual([]);
    expect((await find('admin@lakeside.test', 'GA/')).length).toBe(0);
    expect((await find('superadmin@masomo.test', 'greenfield')).map(({ kind }) => kind)).toContain('school');
    expect(await find(at('admin'), '%%')).toEqual([]);
    expect((await refusal(database.as(null, (client) => client.query("select * from public.find_people('an')"))))?.code).toBe('42501');
  });
});
