import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher, lakeside] = ['admin@greenfield.test', 'teacher@greenfield.test', 'admin@lakeside.test'] as const;
const ids: Record<string, string> = {};
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const comes = (email: string) =>
  owned(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now()) returning id",
    [email],
  );

beforeAll(async () => {
  for (const [name, school] of [
    ['green', 'Greenfield Academy'],
    ['lake', 'Lakeside School'],
  ] as const)
    ids[name] = String((await owned('select id from public.schools where name = $1', [school]))[0]?.['id']);
  for (const email of [admin, teacher, lakeside])
    ids[email] = String((await owned('select id from public.users where email = $1', [email]))[0]?.['id']);
  ids['plan'] = String(
    (await owned("select id from public.plans where category = 'saas' and is_active order by position limit 1"))[0]?.['id'],
  );
});

describe('opening a school', () => {
  const open = (caller: string, name: string, email: string, request: string = crypto.randomUUID()) =>
    call<{ id: string; is_new: boolean }>(caller, "public.open_school($1, $2, 'primary', $3, 'Neema', 'Auma', null, null, 'Kitale', $4)", [
      request,
      name,
      email,
      ids['plan'],
    ]);

  it('needs one name of its administrator only', async () => {
    await call(superAdmin, "public.open_school(gen_random_uuid(), 'One Name Hills', 'primary', 'madonna@kitale.test', 'Madonna', '')");
    expect(await owned("select first_name, last_name from public.invitations where email = 'madonna@kitale.test'")).toEqual([
      { first_name: 'Madonna', last_name: null },
    ]);
  });

  it('adds school, trial and invitation once, and the invited administrator gets that school', async () => {
    const request = crypto.randomUUID();
    const first = await open(superAdmin, 'Kitale Hills', 'head@kitale.test', request);
    expect(await open(superAdmin, 'Kitale Hills', 'head@kitale.test', request)).toEqual({ ...first, is_new: false });
    expect(await owned('select status from public.subscription_overview where school_id = $1', [first.id])).toEqual([{ status: 'trial' }]);
    await comes('head@kitale.test');
    expect(await owned("select role, school_id, first_name from public.users where email = 'head@kitale.test'")).toEqual([
      { role: 'admin', school_id: first.id, first_name: 'Neema' },
    ]);
    const { stats } = await call<{ stats: { key: string; value: number | null }[] }>('head@kitale.test', 'public.dashboard_summary()');
    expect(stats.map(({ key, value }) => [key, value])).toEqual([
      ['students', 0],
      ['staff', 0],
      ['attendance', null],
      ['fees_outstanding', 0],
    ]);
  });

  it('states where the school runs, and no API changes it afterwards', async () => {
    const opened = await call<{ id: string }>(
      superAdmin,
      "public.open_school($1, 'Standing Alone', 'primary', 'head@alone.test', 'Neema', 'Auma', null, null, 'Kitale', null, 'standalone')",
      [crypto.randomUUID()],
    );
    const version = async () => (await owned('select version from public.schools where id = $1', [opened.id]))[0]?.['version'];
    expect(await version()).toBe('standalone');
    const change = "update public.schools set version = 'saas' where id = $1";
    expect((await refusal(database.as(superAdmin, (client) => client.query(change, [opened.id]))))?.code).toBe('42501');
    expect((await refusal(database.asServer((client) => client.query(change, [opened.id]))))?.hint).toBe('school.version_is_fixed');
    expect(await version()).toBe('standalone');
    const unknown = "public.open_school($1, 'Elsewhere', 'primary', 'head@else.test', 'Neema', 'Auma', null, null, null, null, 'cloud')";
    expect((await refusal(call(superAdmin, unknown, [crypto.randomUUID()])))?.hint).toBe('school.unknown_version');
  });

  it('leaves nothing behind when any part is refused', async () => {
    expect((await refusal(open(superAdmin, 'Other Hills', admin)))?.hint).toBe('invitation.already_member');
    expect(await owned("select from public.schools where name = 'Other Hills'")).toHaveLength(0);
    expect((await refusal(open(superAdmin, 'kitale hills', 'a@kitale.test')))?.hint).toBe('school.name_taken');
    expect((await refusal(open(admin, 'Mine', 'b@kitale.test')))?.code).toBe('42501');
  });
});

describe('an administrator keeps the accounts of the school', () => {
  const invite = (caller: string, email: string, role: string, school: string | null) =>
    call<string>(caller, 'public.invite_user($1, $2, $3)', [email, role, school === null ? null : ids[school]]);

  it('by inviting into it, and nowhere else', async () => {
    await invite(admin, 'new.teacher@greenfield.test', 'teacher', 'green');
    expect((await refusal(invite(admin, 'x@y.test', 'teacher', 'lake')))?.code).toBe('42501');
    expect((await refusal(invite(admin, 'x@y.test', 'user', null)))?.code).toBe('42501');
    expect((await refusal(invite(admin, 'x@y.test', 'super_admin', 'green')))?.hint).toBe('invitation.role_not_allowed');
    expect((await refusal(invite(lakeside, 'new.teacher@greenfield.test', 'teacher', 'lake')))?.hint).toBe('invitation.invited_elsewhere');
    expect((await refusal(invite(lakeside, teacher, 'teacher', 'lake')))?.hint).toBe('invitation.elsewhere');
    expect((await refusal(invite(teacher, 'z@y.test', 'teacher', 'green')))?.code).toBe('42501');
  });

  it('and the staff record of the same address becomes theirs', async () => {
    await owned(
      "insert into public.staff_members (school_id, staff_number, first_name, last_name, job_title, email) values ($1, 'S-900', 'New', 'Teacher', 'Teacher', 'New.Teacher@greenfield.test')",
      [ids['green']],
    );
    const [person] = await comes('new.teacher@greenfield.test');
    expect(await owned("select user_id from public.staff_members where staff_number = 'S-900'")).toEqual([{ user_id: person?.['id'] }]);
  });

  it('by roles and access within it', async () => {
    const role = (caller: string, email: string, wanted: string, school: string) =>
      call(caller, '(public.set_user_role($1, $2, $3)).role', [ids[email], wanted, ids[school]]);
    expect(await role(admin, teacher, 'staff', 'green')).toBe('staff');
    await role(admin, teacher, 'teacher', 'green');
    expect((await refusal(role(admin, admin, 'teacher', 'green')))?.hint).toBe('user.own_role');
    expect((await refusal(role(admin, lakeside, 'teacher', 'green')))?.code).toBe('42501');
    expect((await refusal(role(admin, teacher, 'teacher', 'lake')))?.hint).toBe('user.other_school');
    await call(admin, 'public.set_user_active($1, false)', [ids[teacher]]);
    expect(await owned('select banned_until is not null as out from auth.users where id = $1', [ids[teacher]])).toEqual([{ out: true }]);
    await call(admin, 'public.set_user_active($1, true)', [ids[teacher]]);
    expect((await refusal(call(admin, 'public.set_user_active($1, false)', [ids[lakeside]])))?.code).toBe('42501');
  });

  it('and sees who has come, of the own school only', async () => {
    const people = async (caller: string, school: string) =>
      (await database.as(caller, (client) => client.query('select email from public.list_accounts($1)', [ids[school]]))).rows.length;
    expect(await people(admin, 'green')).toBeGreaterThan(4);
    expect((await refusal(people(admin, 'lake')))?.code).toBe('42501');
    expect((await refusal(people(teacher, 'green')))?.code).toBe('42501');
    expect(await people(superAdmin, 'lake')).toBe(2);
    expect((await refusal(call(admin, 'public.school_overview($1)', [ids['green']])))?.code).toBe('42501');
  });
});
