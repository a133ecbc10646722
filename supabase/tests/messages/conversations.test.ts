import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** What a parent and a teacher of the child write to each other, and who else reads it. */
const database = useDatabase();
const [parent, teacher, admin, staff, student, lakeside] = [
  'parent@greenfield.test',
  'teacher@greenfield.test',
  'admin@greenfield.test',
  'staff@greenfield.test',
  'student@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

type Rows = Record<string, unknown>[];
const rows = async (caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query(sql, values))).rows as Rows;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows as Rows;
const write = async (body: string, caller: string = parent, to = ids['teacher'], child = ids['brian']) =>
  String((await rows(caller, 'select public.write_to_teacher($1, $2, $3) as id', [child, to, body]))[0]?.['id']);
const answer = (conversation: string, body: string, caller: string = teacher) =>
  rows(caller, 'select public.write_message($1, $2)', [conversation, body]);
const list = (caller: string) =>
  rows(caller, 'select id, student, teacher, is_guardian, is_teacher, can_write, last_body, unread from public.list_conversations()');
const messages = (caller: string) => rows(caller, 'select body from public.conversation_messages order by sent_at');
const read = (caller: string, id = conversation) => rows(caller, 'select body from public.read_messages($1) order by sent_at', [id]);
const traces = () =>
  owned("select actor_id, student_id, entity_id from public.audit_log where action = 'read' and entity = 'conversations' order by id");
const noticesOf = (caller: string) =>
  rows(caller, "select title, body, link, read_at is not null as is_read from public.notifications where source like 'conversation/%'");
let conversation: string;

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = String((await owned(sql))[0]?.['id']);
  };
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find('class', "select class_id as id from public.students where admission_number = 'GA/1041'");
  await find('school', "select school_id as id from public.students where admission_number = 'GA/1041'");
  await find(
    'stranger',
    "select s.id from public.students s where s.admission_number like 'GA/%' and not exists (select from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where sg.student_id = s.id and u.email = 'parent@greenfield.test') limit 1",
  );
  for (const [name, email] of Object.entries({ teacher, parent, admin, staff }))
    await find(name, `select id from public.users where email = '${email}'`);
  await find('guardian', `select g.id from public.guardians g where g.user_id = '${ids['parent']}'`);
  await owned('update public.classes set class_teacher_id = $2 where id = $1', [ids['class'], ids['teacher']]);
  // The demonstration data has one already.
  await owned('delete from public.conversations where school_id = $1', [ids['school']]);
});

describe('a parent', () => {
  it('sees who teaches the child, the class teacher first, and nobody else does', async () => {
    const teachers = await rows(parent, 'select id, is_class_teacher from public.teachers_of_child($1)', [ids['brian']]);
    expect(teachers[0]).toEqual({ id: ids['teacher'], is_class_teacher: true });
    for (const caller of [teacher, admin, staff, student, lakeside])
      expect(await rows(caller, 'select id from public.teachers_of_child($1)', [ids['brian']])).toEqual([]);
    expect(await rows(parent, 'select id from public.teachers_of_child($1)', [ids['stranger']])).toEqual([]);
  });

  it('writes to a teacher of the child, who is told and reads it', async () => {
    conversation = await write('Is the trip on?');
    expect(await noticesOf(teacher)).toEqual([
      {
        title: 'Mary Njeri wrote about Brian Njeri',
        body: 'Is the trip on?',
        link: `/dashboard/messages/${conversation}`,
        is_read: false,
      },
    ]);
    expect(await list(teacher)).toMatchObject([
      {
        id: conversation,
        student: 'Brian Njeri',
        is_teacher: true,
        is_guardian: false,
        can_write: true,
        last_body: 'Is the trip on?',
        unread: 1,
      },
    ]);
    await rows(teacher, 'select public.open_conversation($1)', [conversation]);
    expect(await list(teacher)).toMatchObject([{ unread: 0 }]);
    expect(await noticesOf(teacher)).toMatchObject([{ is_read: true }]);
  });

  it('reads the answer, in the one conversation that there is', async () => {
    await answer(conversation, 'Yes, at eight.');
    expect(await list(parent)).toMatchObject([
      { id: conversation, is_guardian: true, can_write: true, last_body: 'Yes, at eight.', unread: 1 },
    ]);
    expect(await noticesOf(parent)).toMatchObject([{ title: 'Faith Achieng answered about Brian', body: 'Yes, at eight.' }]);
    expect(await write('Thank you')).toBe(conversation);
    expect((await messages(parent)).map(({ body }) => body)).toEqual(['Is the trip on?', 'Yes, at eight.', 'Thank you']);
  });

  it('writes about their own child only, to who teaches it only, and something', async () => {
    for (const caller of [teacher, admin, staff, student, lakeside])
      expect((await refusal(write('Hello', caller)))?.hint).toBe('conversation.guardians_only');
    expect((await refusal(write('Hello', parent, ids['teacher'], ids['stranger'])))?.hint).toBe('conversation.not_your_child');
    expect((await refusal(write('Hello', parent, ids['staff'])))?.hint).toBe('conversation.not_taught');
    expect((await refusal(write('  ')))?.hint).toBe('form.required');
    expect((await refusal(write('a'.repeat(2001))))?.hint).toBe('form.too_long');
  });

  it('waits for an answer after five messages, and nobody writes thirty in an hour', async () => {
    await answer(conversation, 'You are welcome.');
    for (let count = 0; count < 5; count += 1) await write(`Message ${count}`);
    expect(await refusal(write('And another'))).toMatchObject({ code: 'PT429', hint: 'conversation.unanswered' });
    await answer(conversation, 'One at a time, please.');
    await write('Sorry');
    await owned("update private.rate_limits set hits = 30 where subject = 'messages of ' || $1", [ids['teacher']]);
    expect(await refusal(answer(conversation, 'No'))).toMatchObject({ code: 'PT429', hint: 'conversation.too_many' });
    await owned("delete from private.rate_limits where subject like 'messages of %'");
  });
});

describe('a conversation', () => {
  it('is read by an administrator with an entry in the log only, and by nobody else', async () => {
    expect(await list(admin)).toMatchObject([
      { id: conversation, is_guardian: false, is_teacher: false, can_write: false, last_body: null, unread: 0 },
    ]);
    expect(await messages(admin)).toEqual([]);
    expect(await rows(admin, 'select id from public.conversations')).toEqual([]);
    expect(await traces()).toEqual([]);
    expect((await read(admin))[0]).toEqual({ body: 'Is the trip on?' });
    expect(await read(admin)).toHaveLength((await messages(parent)).length);
    const trace = { actor_id: ids['admin'], student_id: ids['brian'], entity_id: conversation };
    expect(await traces()).toEqual([trace]);
    await owned("update public.audit_log set at = at - interval '61 minutes' where entity = 'conversations'");
    await read(admin);
    expect(await traces()).toEqual([trace, trace]);
    for (const command of ['open_conversation($1)', "write_message($1, 'I')"])
      expect((await refusal(rows(admin, `select public.${command}`, [conversation])))?.hint).toBe('conversation.unknown');
    for (const caller of [staff, student, lakeside, 'superadmin@masomo.test']) {
      expect(await list(caller)).toEqual([]);
      expect(await messages(caller)).toEqual([]);
      for (const command of ['read_messages', 'open_conversation'])
        expect((await refusal(rows(caller, `select public.${command}($1)`, [conversation])))?.hint).toBe('conversation.unknown');
    }
  });

  it('is read by its parent and its teacher without an entry, also where the teacher may oversee others', async () => {
    const before = await traces();
    expect(await read(parent)).toEqual(await messages(parent));
    expect(await read(teacher)).toEqual(await messages(parent));
    await owned('update public.conversations set teacher_id = $2 where id = $1', [conversation, ids['admin']]);
    await owned('update public.classes set class_teacher_id = $2 where id = $1', [ids['class'], ids['admin']]);
    expect(await read(admin)).toEqual(await messages(parent));
    await owned('update public.conversations set teacher_id = $2 where id = $1', [conversation, ids['teacher']]);
    await owned('update public.classes set class_teacher_id = $2 where id = $1', [ids['class'], ids['teacher']]);
    expect(await traces()).toEqual(before);
  });

  it('is in the file of a child: all of it with an entry in the log, and for a parent their own', async () => {
    const exported = async (caller: string) =>
      (await rows(caller, 'select public.export_student($1) as file', [ids['brian']]))[0]!['file'] as Record<string, Rows>;
    await owned("update public.audit_log set at = at - interval '61 minutes' where entity = 'conversations'");
    const before = (await traces()).length;
    for (const caller of [parent, admin]) {
      const file = await exported(caller);
      expect(file['conversations']).toMatchObject([{ id: conversation, student_id: ids['brian'] }]);
      expect(file['conversation_messages']?.map(({ body }) => body)).toEqual((await messages(parent)).map(({ body }) => body));
    }
    expect(await traces()).toHaveLength(before + 1);
  });

  it('tells nobody but the two that there is a new message', async () => {
    await owned('delete from private.changes');
    await answer(conversation, 'Until tomorrow.');
    // Super admins hear that some mail waits, and of what it says nothing.
    const heard = await owned("select audience, topic from private.changes where topic <> 'mail_outbox'");
    expect(heard).toEqual([{ audience: `person:${ids['parent']}`, topic: 'notifications' }]);
    expect(await noticesOf(admin)).toEqual([]);
  });

  it('ends for a teacher who teaches the child no more, and the parent still reads it', async () => {
    const subjects = await owned('select subject_id from public.class_subjects where class_id = $1 and teacher_id = $2', [
      ids['class'],
      ids['teacher'],
    ]);
    await owned('update public.classes set class_teacher_id = null where id = $1', [ids['class']]);
    await owned('update public.class_subjects set teacher_id = null where class_id = $1 and teacher_id = $2', [
      ids['class'],
      ids['teacher'],
    ]);
    expect(await list(teacher)).toEqual([]);
    expect(await messages(teacher)).toEqual([]);
    expect(await noticesOf(teacher)).toEqual([]);
    expect((await refusal(answer(conversation, 'Hello')))?.hint).toBe('conversation.unknown');
    expect(await list(parent)).toMatchObject([{ can_write: false }]);
    expect((await refusal(answer(conversation, 'Hello', parent)))?.hint).toBe('conversation.not_taught');
    await owned('update public.classes set class_teacher_id = $2 where id = $1', [ids['class'], ids['teacher']]);
    await owned('update public.class_subjects set teacher_id = $2 where class_id = $1 and subject_id = any ($3)', [
      ids['class'],
      ids['teacher'],
      subjects.map(({ subject_id: id }) => id),
    ]);
    expect(await list(teacher)).toHaveLength(1);
  });

  it('ends for a parent who may not be told about the child, and cannot be answered', async () => {
    await rows(admin, "select public.set_custody($1, $2, false, false, 'Court file 77')", [ids['brian'], ids['guardian']]);
    expect(await list(parent)).toEqual([]);
    expect(await messages(parent)).toEqual([]);
    expect(await noticesOf(parent)).toEqual([]);
    expect((await refusal(write('Hello')))?.hint).toBe('conversation.not_your_child');
    expect((await refusal(answer(conversation, 'Hello', parent)))?.hint).toBe('conversation.unknown');
    expect((await refusal(answer(conversation, 'Hello')))?.hint).toBe('conversation.no_guardian');
    await rows(admin, 'select public.set_custody($1, $2, true, true)', [ids['brian'], ids['guardian']]);
    expect(await list(parent)).toHaveLength(1);
  });

  it('is mailed to who wants it by email, and no more once it is read', async () => {
    const mails = () =>
      owned(
        "select m.status, m.to_address from public.mail_outbox m where m.template = 'notice-messages' and m.to_address = $1 order by m.created_at desc",
        [teacher],
      );
    await rows(teacher, "select public.choose_message('messages', 'mail', false)");
    const before = (await mails()).length;
    await write('No mail of this');
    expect(await mails()).toHaveLength(before);
    await rows(teacher, "select public.choose_message('messages', 'mail', true)");
    await write('A mail of this');
    expect(await mails()).toHaveLength(before + 1);
  });
});
