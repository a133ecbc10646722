import { describe, expect, it } from 'vitest';
import { refusal, superAdmin } from '@masomo/supabase/tests/database.ts';
import { admin, elsewhere, staff, teacher, useTwoFactor } from './twoFactorFixtures.ts';

const { database, ids, place, one, call, list, enrol, set, licensed, sees, newSession } = useTwoFactor();

describe('a rule for a role', () => {
  it('lets people in until its day and the days of grace are over, and no further than to enrol from then on', async () => {
    await set('teacher', 3, 4);
    expect(await sees(teacher)).toBe(true);
    expect(await call(teacher, 'select public.my_two_factor()')).toMatchObject({ is_enrolled: false, trust_days: 0 });
    expect(await one("select private.second_step_due($1, $2, 'teacher') = private.today() + 7", [ids.get(teacher), place.school])).toBe(
      true,
    );
    await set('teacher', -4, 4);
    expect(await sees(teacher)).toBe(false);
    expect(await call(teacher, 'select public.must_enrol()')).toBe(true);
    await set('teacher', -4, 5);
    expect(await sees(teacher)).toBe(true);
  });

  it('gives people who join later their days of grace from the first day', async () => {
    await set('teacher', -100, 5);
    expect(await sees(teacher)).toBe(false);
    await database.owner.query("update public.users set created_at = now() - interval '2 days' where id = $1", [ids.get(teacher)]);
    expect(await sees(teacher)).toBe(true);
    await database.owner.query("update public.users set created_at = now() - interval '200 days' where id = $1", [ids.get(teacher)]);
  });

  it('is set by administrators for roles and days that make sense, is audited, told and taken back', async () => {
    expect((await refusal(set('teacher', 1, 0, teacher)))?.code).toBe('42501');
    expect((await refusal(set('super_admin', 1)))?.hint).toBe('second_step.role');
    expect((await refusal(set('teacher', 400)))?.hint).toBe('two_factor.day');
    expect((await refusal(set('teacher', 1, 61)))?.hint).toBe('two_factor.grace');
    expect((await refusal(set('admin', 1)))?.hint).toBe('second_step.own_first');
    await set('teacher', 1, 2);
    expect(
      await one("select count(*) from public.notifications where user_id = $1 and source like 'two-factor/teacher/%'", [ids.get(teacher)]),
    ).toBe(1);
    expect(
      await one("select after ->> 'grace_days' from public.audit_log where entity = 'second_step_rules' order by id desc limit 1"),
    ).toBe('2');
    const rules = await list(
      admin,
      'select role, required_from is not null as dated, grace_days, people, enrolled from public.two_factor_policy()',
    );
    expect(rules.map(({ role }) => role)).toEqual(['admin', 'teacher', 'staff', 'parent', 'student']);
    expect(rules[1]).toMatchObject({ dated: true, grace_days: 2, enrolled: 0 });
    expect(rules[0]).toMatchObject({ dated: false });
    await set('teacher', null);
    expect(await one('select count(*) from private.second_step_rules')).toBe(0);
  });

  it('leaves what the product gives everybody to the product', async () => {
    await call(admin, "select public.set_second_step_roles('{staff}')");
    await set('teacher', 0);
    expect(await call(admin, 'select public.second_step_roles()::text[]')).toEqual(['staff']);
    await call(admin, "select public.set_second_step_roles('{}')");
    expect(await one('select string_agg(role::text, $1) from private.second_step_rules', [','])).toBe('teacher');
    expect((await refusal(call(admin, "select public.set_second_step_roles('{teacher}')")))?.hint).toBe('second_step.money_roles');
  });
});

describe('a licence', () => {
  it('that is over leaves the rules in force and readable, and changes nothing more', async () => {
    await set('teacher', 0);
    await licensed('private.today() - 1');
    expect(await sees(teacher)).toBe(false);
    expect(await list(admin, 'select from public.two_factor_policy()')).toHaveLength(5);
    for (const change of [
      () => set('teacher', null),
      () => call(admin, 'select public.remind_two_factor()'),
      () => call(admin, 'select public.reset_two_factor($1, $2)', [ids.get(teacher), 'Lost']),
    ])
      expect((await refusal(change()))?.hint).toBe('addon.expired');
  });

  it('that was revoked frees the roles it obliged and nobody else, and shows nothing', async () => {
    await set('teacher', 0);
    await call(admin, "select public.set_second_step_roles('{staff}')");
    await licensed('null', 'now()');
    expect(await sees(teacher)).toBe(true);
    expect(await sees(staff)).toBe(false);
    for (const sql of [
      'select from public.two_factor_policy()',
      'select from public.two_factor_people()',
      'select from public.two_factor_log(private.today(), private.today())',
    ])
      expect((await refusal(list(admin, sql)))?.hint).toBe('addon.off');
    await licensed('null');
    expect(await sees(teacher)).toBe(false);
  });
});

describe('people', () => {
  it('are listed with their app, found by name, role and state, in pages, at their own school', async () => {
    await set('teacher', 5, 2);
    await enrol(staff);
    const missing = await list(admin, "select * from public.two_factor_people('teacher', false)");
    expect(missing.map(({ email }) => email)).toContain(teacher);
    expect(missing.every(({ due_on }) => due_on !== null)).toBe(true);
    expect((await list(admin, 'select * from public.two_factor_people(is_enrolled => true)')).map(({ email }) => email)).toEqual([staff]);
    expect((await list(admin, "select * from public.two_factor_people(search => 'Faith')")).map(({ email }) => email)).toEqual([teacher]);
    const page = (skipped: number) => list(admin, 'select id, total from public.two_factor_people(skipped => $1, size => 1)', [skipped]);
    const [first, second] = [await page(0), await page(1)];
    expect(first[0]!['id']).not.toBe(second[0]!['id']);
    expect(first[0]!['total']).toBe(second[0]!['total']);
    expect((await refusal(list(elsewhere, 'select from public.two_factor_people()')))?.hint).toBe('addon.off');
    expect((await refusal(list(teacher, 'select from public.two_factor_people()')))?.code).toBe('42501');
  });

  it('are reminded once a day, those who must and have not, by mail and in the product', async () => {
    await set('teacher', 5);
    expect(await call(admin, 'select public.remind_two_factor($1)', [[ids.get(teacher), ids.get(staff)]])).toBe(1);
    expect(await call(admin, 'select public.remind_two_factor($1)', [[ids.get(teacher)]])).toBe(0);
    const mails = await database.owner.query(
      "select to_address, data #>> '{texts,0,args,day,day}' as due_on from public.mail_outbox where template = 'two-factor-reminder'",
    );
    expect(mails.rows).toEqual([{ to_address: teacher, due_on: await one('select (private.today() + 5)::text') }]);
    await enrol(teacher);
    expect(await call(admin, "select count(*) from public.two_factor_people('teacher', false) p where p.email = $1", [teacher])).toBe(0);
  });

  it('who lost a phone get it taken off with a reason: signed out, told, audited', async () => {
    await enrol(teacher);
    const session = await newSession(teacher);
    await database.owner.query("insert into private.recovery_codes (user_id, code_hash) values ($1, 'x')", [ids.get(teacher)]);
    const reset = (caller: string, reason: string, person = ids.get(teacher)) =>
      call(caller, 'select public.reset_two_factor($1, $2)', [person, reason]);
    expect((await refusal(reset(admin, ' ')))?.hint).toBe('form.required');
    expect((await refusal(reset(teacher, 'Lost')))?.code).toBe('42501');
    expect((await refusal(reset(admin, 'Lost', ids.get(admin))))?.hint).toBe('authenticator.own');
    expect((await refusal(reset(admin, 'Lost', ids.get(elsewhere))))?.hint).toBe('authenticator.not_found');
    expect((await refusal(reset(admin, 'Lost', ids.get(staff))))?.hint).toBe('authenticator.none');
    await reset(admin, 'Lost the phone');
    expect(await one('select count(*) from auth.mfa_factors')).toBe(0);
    expect(await one('select count(*) from private.recovery_codes where user_id = $1', [ids.get(teacher)])).toBe(0);
    expect(await one('select count(*) from auth.sessions where id = $1', [session])).toBe(0);
    expect(
      await one("select after ->> 'reason' from public.audit_log where entity = 'authenticators' and entity_id = $1", [ids.get(teacher)]),
    ).toBe('Lost the phone');
    const mail = await database.owner.query("select to_address, data from public.mail_outbox where template = 'authenticator-reset'");
    expect(mail.rows).toMatchObject([
      { to_address: teacher, data: { reason: 'Lost the phone', by: 'Joseph Mwangi', school: 'Greenfield Academy' } },
    ]);
    expect(
      await one("select count(*) from public.notifications where user_id = $1 and source like 'authenticator-reset/%'", [ids.get(teacher)]),
    ).toBe(1);
  });

  it('who are administrators too are helped by one another, and told by mail; super admins are not', async () => {
    await enrol(staff);
    await database.owner.query("update public.users set role = 'admin' where id = $1", [ids.get(staff)]);
    const reset = (caller: string, email: string) => call(caller, 'select public.reset_two_factor($1, $2)', [ids.get(email), 'Lost']);
    try {
      await database.owner.query('insert into public.super_admins (id) values ($1)', [ids.get(staff)]);
      expect(await list(admin, 'select role from public.two_factor_people(is_enrolled => true)')).toEqual([{ role: 'super_admin' }]);
      expect((await refusal(reset(admin, staff)))?.hint).toBe('permission.super_admin_only');
      expect(await one('select count(*) from auth.mfa_factors')).toBe(1);
      await database.owner.query('delete from public.super_admins where id = $1', [ids.get(staff)]);
      await reset(admin, staff);
      expect(await one('select count(*) from auth.mfa_factors')).toBe(0);
      expect(await one("select to_address from public.mail_outbox where template = 'authenticator-reset'")).toBe(staff);
    } finally {
      await database.owner.query('delete from public.super_admins where id = $1', [ids.get(staff)]);
      await database.owner.query("update public.users set role = 'staff' where id = $1", [ids.get(staff)]);
    }
  });

  it('show their authenticator in the list of accounts to super admins only', async () => {
    await enrol(teacher);
    const shown = (caller: string) => list(caller, 'select has_authenticator from public.list_accounts($1, $2)', [place.school, teacher]);
    expect(await shown(superAdmin)).toEqual([{ has_authenticator: true }]);
    expect(await shown(admin)).toEqual([{ has_authenticator: false }]);
  });

  it('are helped by a super admin at any school, so that nobody is locked out for good', async () => {
    await enrol(elsewhere);
    await call(superAdmin, 'select public.reset_two_factor($1, $2)', [ids.get(elsewhere), 'Called us']);
    expect(await one('select count(*) from auth.mfa_factors')).toBe(0);
  });
});

describe('the log of sign-ins', () => {
  it('has every sign-in of the school with its filters, newest first, and none of another school', async () => {
    const [mine, other] = [await newSession(teacher), await newSession(elsewhere)];
    await database.owner.query("update auth.sessions set aal = 'aal2' where id = $1", [mine]);
    const log = (rest = '') => list(admin, `select * from public.two_factor_log(private.today() - 1, private.today()${rest})`);
    const ids_ = (await log()).map(({ id }) => id);
    expect(ids_).toContain(mine);
    expect(ids_).not.toContain(other);
    expect((await log(", of_role => 'teacher', has_code => true")).map(({ id }) => id)).toContain(mine);
    expect((await log(', has_code => false')).map(({ id }) => id)).not.toContain(mine);
    expect((await log(", of_role => 'parent'")).map(({ id }) => id)).not.toContain(mine);
    expect((await log(", search => '203.0.113'")).map(({ id }) => id)).toContain(mine);
    expect(await log(", search => 'nobody'")).toEqual([]);
    const times = (await log()).map(({ signed_in_at }) => (signed_in_at as Date).getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    await database.owner.query("update public.sign_ins set signed_in_at = now() - interval '3 days' where id = $1", [mine]);
    expect((await log()).map(({ id }) => id)).not.toContain(mine);
    expect((await refusal(list(teacher, 'select from public.two_factor_log(private.today(), private.today())')))?.code).toBe('42501');
  });
});
