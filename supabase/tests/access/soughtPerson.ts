import type { Caller, TestDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { signEveryoneIn } from '../sessions.ts';

/**
 * A word that occurs in one place only, and whether a caller may read that place: a condition that is asked with the caller's rights. Traced
 * is what leaves an entry in the log when it is read: by everybody, or by whom another condition holds.
 */
export type Sought = { word: string; original: string; traced?: string };

/** Everybody who may ask for the child, by what they are to it. */
export const callers: Record<string, Caller> = {
  'super admin': 'superadmin@masomo.test',
  administrator: 'admin@greenfield.test',
  office: 'staff@greenfield.test',
  'teacher of the class': 'teacher@greenfield.test',
  'another teacher': 'second-teacher@greenfield.test',
  guardian: 'parent@greenfield.test',
  'barred guardian': 'barred@greenfield.test',
  'barred guardian in the office': 'barred-staff@greenfield.test',
  'administrator of another school': 'admin@lakeside.test',
  'the student': 'student@greenfield.test',
  'another student': 'second-student@greenfield.test',
  'account without a school': 'visitor@example.test',
  nobody: null,
};

/**
 * One child with distinctive words in its name, its guardian, its notes and its mark, and every copy of them that the product makes: log,
 * mails, notifications, requests. Afterwards two guardians are barred and a teacher loses the class.
 */
export async function seedSoughtPerson(database: TestDatabase): Promise<{ child: string; ids: Map<string, string>; sought: Sought[] }> {
  const { owner } = database;
  const one = async (sql: string, values: unknown[] = []) => {
    const { rows } = await owner.query<Record<string, string>>(sql, values);
    return Object.values(rows[0] ?? {})[0] ?? '';
  };
  await addFixture(owner);
  const school = await one("select id from public.schools where name = 'Greenfield Academy'");
  const child = await one("select id from public.students where admission_number = 'GA/1041'");
  const classId = await one('select class_id from public.students where id = $1', [child]);
  const account = async (name: string, role: string) => {
    const id = await one(
      "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now()) returning id",
      [`${name}@greenfield.test`],
    );
    await owner.query('update public.users set role = $2::public.user_role, school_id = $3 where id = $1', [id, role, school]);
    return id;
  };
  const guardianOf = async (user: string | null, first: string, phone: string, email: string) => {
    const id = await one(
      'insert into public.guardians (school_id, user_id, first_name, last_name, phone, email) values ($1, $2, $3, $3, $4, $5) returning id',
      [school, user, first, phone, email],
    );
    await owner.query('insert into public.student_guardians (school_id, student_id, guardian_id, is_primary) values ($1, $2, $3, $4)', [
      school,
      child,
      id,
      user === null,
    ]);
    return id;
  };
  await owner.query("update public.students set first_name = 'Zuhuranne', last_name = 'Kiprotichsson' where id = $1", [child]);
  await owner.query('update public.student_guardians set is_primary = false where student_id = $1', [child]);
  const secondTeacher = await account('second-teacher', 'teacher');
  await account('second-student', 'student');
  const barred = [
    await guardianOf(await account('barred', 'parent'), 'Barred', '+254711000001', 'barred@greenfield.test'),
    await guardianOf(await account('barred-staff', 'staff'), 'Barredstaff', '+254711000002', 'barred-staff@greenfield.test'),
  ];
  const guardian = await guardianOf(null, 'Perpetuanne', '+254799888777', 'perpetual@mothers.test');
  const classTeacher = await one('select class_teacher_id from public.classes where id = $1', [classId]);
  await owner.query('update public.classes set class_teacher_id = $2 where id = $1', [classId, secondTeacher]);

  let note = '';
  let entry = '';
  let submission = '';
  await database.asCommand('admin@greenfield.test', async (client) => {
    const insert = async (sql: string, values: unknown[]) =>
      (await client.query<{ id: string }>(`${sql} returning id`, values)).rows[0]!.id;
    const about = [school, child];
    note = await insert(
      "insert into public.student_records (school_id, student_id, kind, summary, details, visible_to) values ($1, $2, 'health', 'Quincunxal', 'Quincunxal in full', 'family')",
      about,
    );
    await client.query("update public.student_records set details = 'Quincunxal once more' where id = $1", [note]);
    entry = await insert(
      `insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, request_id, shared_at)
       select $1, $2, c.id, c.kind, c.points, private.today(), 'Zephyrine', gen_random_uuid(), now() from public.behaviour_categories c where c.school_id = $1 and c.kind = 'incident' limit 1`,
      about,
    );
    await client.query("update public.behaviour_entries set note = 'Zephyrine again' where id = $1", [entry]);
    await client.query('select private.tell_family_of_behaviour(array[$1]::uuid[])', [entry]);
    await client.query(
      'select private.add_behaviour_follow_up(e, private.today() + 1, $2, $3) from public.behaviour_entries e where e.id = $1',
      [entry, secondTeacher, 'Zephyrine task'],
    );
    await client.query("select private.notify(array[$1]::uuid[], $2, to_jsonb('Kiprotichsson has reached 9 points'::text), null)", [
      secondTeacher,
      `behaviour-points/${child}/1`,
    ]);
    submission = (
      await client.query<{ id: string }>('select assignment_id as id from public.submissions where student_id = $1 limit 1', [child])
    ).rows[0]!.id;
    await client.query(
      "update public.submissions set score = 1, feedback = 'Kumquatish', graded_at = now() where assignment_id = $1 and student_id = $2",
      [submission, child],
    );
    await client.query(
      `insert into public.assignment_files (school_id, assignment_id, student_id, position, name, file_path, file_size, mime_type)
       values ($1, $2, $3, 1, 'Persimmony.jpg', $1::uuid::text || '/' || gen_random_uuid() || '.jpg', 1, 'image/jpeg')`,
      [school, submission, child],
    );
    await client.query("update public.guardians set phone = '+254799888778' where id = $1", [guardian]);
    await client.query("update public.guardians set phone = '+254799888777' where id = $1", [guardian]);
    await client.query("update public.students set last_name = 'Kiprotichsson-Were' where id = $1", [child]);
    await client.query('update public.student_balances set charged = paid + 5000 where student_id = $1', [child]);
    await client.query('select public.remind_of_fees(array[$1]::uuid[])', [child]);
    await client.query(
      "select private.tell_family_of_gate(g, 'addon:qr-attendance') from public.gate_sightings g where g.student_id = $1",
      [child],
    );
    await client.query("select public.request_data($1, 'access', 'All of Zuhuranne', 'Perpetuanne Otieno')", [child]);
  });
  await owner.query(
    "insert into public.documents (school_id, student_id, title, file_path, file_size, mime_type, audience) values ($1::uuid, $2::uuid, 'Report of Zuhuranne', $1::uuid::text || '/Zuhuranne.pdf', 1, 'application/pdf', '{admin,teacher,staff,parent,student}')",
    [school, child],
  );
  for (const id of barred)
    await database.asCommand('admin@greenfield.test', (client) =>
      client.query("select public.set_custody($1, $2, false, false, 'Courtxyl 77')", [child, id]),
    );
  const conversation = await one(
    'insert into public.conversations (school_id, student_id, guardian_id, teacher_id) select $1, $2, g.id, $3 from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id join public.users u on u.id = g.user_id where u.email = $4 and sg.student_id = $2 on conflict (student_id, guardian_id, teacher_id) do update set last_at = now() returning id',
    [school, child, secondTeacher, 'parent@greenfield.test'],
  );
  const words = await one(
    "insert into public.conversation_messages (school_id, conversation_id, student_id, is_from_guardian, body) values ($1, $2, $3, true, 'Wishbonexy') returning id",
    [school, conversation, child],
  );
  await owner.query(
    "select private.notify(array[$1]::uuid[], $2, to_jsonb('Zuhuranne'::text), to_jsonb('Wishbonexy'::text), '/dashboard/messages')",
    [secondTeacher, `conversation/${words}`],
  );
  await owner.query('update public.classes set class_teacher_id = $2 where id = $1', [classId, classTeacher]);

  await signEveryoneIn(owner);
  const { rows: people } = await owner.query<{ email: string; id: string }>('select email, id from auth.users');
  const isVisible = (table: string, id: string) => `exists (select from public.${table} where id = '${id}')`;
  return {
    child,
    ids: new Map(people.map(({ email, id }) => [email, id])),
    sought: [
      { word: 'Zuhuranne', original: isVisible('students', child) },
      { word: 'Kiprotichsson', original: isVisible('students', child) },
      { word: 'Perpetuanne', original: isVisible('guardians', guardian) },
      { word: '+254799888777', original: isVisible('guardians', guardian) },
      { word: '+254799888778', original: isVisible('guardians', guardian) },
      { word: 'perpetual@mothers.test', original: isVisible('guardians', guardian) },
      { word: 'Quincunxal', original: isVisible('student_records', note), traced: 'true' },
      { word: 'Zephyrine', original: isVisible('behaviour_entries', entry), traced: 'true' },
      ...['Kumquatish', 'Persimmony'].map((word) => ({
        word,
        original: `exists (select from public.submissions where assignment_id = '${submission}' and student_id = '${child}')`,
      })),
      {
        word: 'Wishbonexy',
        original: `exists (select from private.readable_conversations() c where c.id = '${conversation}')`,
        traced: `not ${isVisible('conversation_messages', words)}`,
      },
      { word: 'Courtxyl', original: `exists (select from public.custody_marks where student_id = '${child}')` },
    ],
  };
}
