import type pg from 'pg';

/** A former student whose erasure was asked for. */
export type Leaver = { student: string; request: string };

const studentsOfSchool = 120;

/** Adds former students with a guardian of their own, notes, consents and an open request to erase them. */
export async function addLeavers(client: pg.Client, school: string, count: number, round: number): Promise<Leaver[]> {
  const { rows } = await client.query<Leaver>(
    `with added as (
       insert into public.students (school_id, admission_number, first_name, last_name, status)
       select $1, format('LEFT/%s/%s', $3::integer, n), 'Zuhura', 'Leaver', 'left' from generate_series(1, $2::integer) n returning id, school_id
     ), people as (
       insert into public.guardians (id, school_id, first_name, last_name) select a.id, a.school_id, 'Perpetua', 'Leaver' from added a returning id, school_id
     ), links as (
       insert into public.student_guardians (student_id, guardian_id, school_id) select p.id, p.id, p.school_id from people p returning student_id
     ), notes as (
       insert into public.student_records (school_id, student_id, kind, summary, visible_to)
       select a.school_id, a.id, kind, 'Zuhura', 'office' from added a, unnest(array['health', 'behaviour', 'merit']) as kind returning id
     )
     insert into public.data_requests (school_id, student_id, kind, asker, due_on)
     select a.school_id, a.id, 'erasure', 'Perpetua', private.today() + 14 from added a returning student_id as student, id as request`,
    [school, count, round],
  );
  return rows;
}

/** Adds sign-ins that are kept no longer, and lets the purge of today go on. */
export async function addOldSignIns(client: pg.Client, count: number): Promise<number> {
  await client.query(
    "insert into public.sign_ins (id, user_id, signed_in_at) select gen_random_uuid(), (select id from public.users order by id limit 1), now() - interval '3 years' from generate_series(1, $1::integer)",
    [count],
  );
  await client.query("update public.purge_runs set is_finished = false where rule = 'sign_ins'");
  return count;
}

/** Adds a school with students whose deletion is due. */
export async function addLeavingSchool(client: pg.Client, round: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>('insert into public.schools (name) values ($1) returning id', [`Leaving ${round}`]);
  const school = rows[0]?.id ?? '';
  await client.query(
    "insert into public.students (school_id, admission_number, first_name, last_name) select $1, n::text, 'Zuhura', 'Leaver' from generate_series(1, $2::integer) n",
    [school, studentsOfSchool],
  );
  await client.query(
    `insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on, closed_at)
     values ($1, $2, private.today() - 200, private.today() - 169, private.today() - 1, now() - interval '90 days')`,
    [school, `Leaving ${round}`],
  );
  return school;
}

type Expected = {
  leavers: readonly Leaver[];
  schools: readonly string[];
  /** How many sign-ins past their period were added. */
  oldSignIns: number;
  /** How many exports were answered. */
  exports: number;
  /** Whether nothing may be left to do. */
  isEnd?: boolean;
};

/** Whatever is half done: one line each. */
export async function findFaults(client: pg.Client, { leavers, schools, oldSignIns, exports, isEnd = false }: Expected): Promise<string[]> {
  const faults: string[] = [];
  const { rows: children } = await client.query<{ id: string; status: string; parts: number }>(
    `select s.id, r.status, (s.first_name = 'Zuhura')::integer + (select count(*) from public.student_records n where n.student_id = s.id)::integer
       + (select count(*) from public.student_guardians g where g.student_id = s.id)::integer + (select count(*) from public.guardians g where g.id = s.id)::integer
       + (r.asker = 'Perpetua')::integer as parts
     from public.students s join public.data_requests r on r.student_id = s.id where r.id = any ($1)`,
    [leavers.map(({ request }) => request)],
  );
  const whole = 7;
  for (const { id, status, parts } of children) {
    if (parts !== (status === 'open' ? whole : 0))
      faults.push(`student ${id}: the request is ${status} and ${parts} of ${whole} parts are left`);
    if (isEnd && status === 'open') faults.push(`student ${id} was not erased`);
  }
  if (children.length !== leavers.length) faults.push(`${leavers.length} students were to be erased and ${children.length} are known`);
  const { rows: purges } = await client.query<{ left: number; purged: number }>(
    `select (select count(*) from public.sign_ins where signed_in_at < now() - interval '2 years')::integer as left,
       (select coalesce(sum(purged), 0) from public.purge_runs where rule = 'sign_ins')::integer as purged`,
  );
  const { left = 0, purged = 0 } = purges[0] ?? {};
  if (left + purged !== oldSignIns)
    faults.push(`${oldSignIns} old sign-ins, of which ${purged} are counted as purged and ${left} are left`);
  if (isEnd && left > 0) faults.push(`${left} old sign-ins were not purged`);
  const { rows: exits } = await client.query<{ school_id: string; is_deleted: boolean; students: number; schools: number }>(
    `select e.school_id, e.deleted_at is not null as is_deleted, (select count(*) from public.students s where s.school_id = e.school_id)::integer as students,
       (select count(*) from public.schools s where s.id = e.school_id)::integer as schools from public.school_exits e where e.school_id = any ($1)`,
    [schools],
  );
  for (const { school_id: school, is_deleted: isDeleted, students, schools: found } of exits) {
    const isWhole = students === studentsOfSchool && found === 1;
    const isGone = students === 0 && found === 0;
    if (isDeleted ? !isGone : !isWhole) faults.push(`school ${school} is ${isDeleted ? '' : 'not '}deleted and has ${students} students`);
    if (isEnd && !isDeleted) faults.push(`school ${school} was not deleted`);
  }
  const { rows: logged } = await client.query<{ n: number }>("select count(*)::integer as n from public.audit_log where action = 'export'");
  if ((logged[0]?.n ?? 0) < exports) faults.push(`${exports} exports were answered and ${logged[0]?.n ?? 0} are in the log`);
  return faults;
}
