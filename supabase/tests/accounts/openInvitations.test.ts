import { beforeAll, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';
import { useRoles } from './roleFixtures.ts';

/** An invitation is open until its link is opened. */
const database = useDatabase();
const { ask, one, owned, refused, schoolNamed, saveRole, commonRole } = useRoles(database);
const admin = 'admin@greenfield.test';
const other = 'admin@lakeside.test';

let school: string;
beforeAll(async () => {
  school = await schoolNamed('Greenfield Academy');
});

/** What Auth does when the mail is sent: an account that nobody has opened. */
const addAccount = (email: string) =>
  database.owner.query(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now())",
    [email],
  );
const openLink = (email: string) => database.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email]);
async function invite(email: string, { caller = admin, role = 'staff', ownRole = null as string | null } = {}): Promise<string> {
  const id = await one<string>(caller, 'public.invite_user($1, $2::public.user_role, $3, role_id => $4)', [email, role, school, ownRole]);
  await addAccount(email);
  return id;
}
const state = (id: string) => one<string>(null, 'public.invitation_state($1)', [id]);
const rolesOf = (email: string) =>
  owned<string[]>(
    '(select array_agg(coalesce(r.name, r.slug)) from private.memberships m join private.school_roles r on r.id = m.role_id join public.users u on u.id = m.user_id where u.email = $1)',
    [email],
  );

describe('an invitation', () => {
  it('is listed until its link is opened, for its school and for super admins', async () => {
    const id = await invite('asked@open.test');
    const listed = async (caller: string, of: string | null) =>
      (await ask<string>(caller, 'select id from public.list_open_invitations($1)', [of])).map((row) => row['id']);
    expect(await listed(admin, school)).toContain(id);
    expect(await listed(superAdmin, null)).toContain(id);
    expect(await listed(other, await schoolNamed('Lakeside School'))).not.toContain(id);
    expect(await refused(other, 'public.list_open_invitations($1)', [school])).toBe('permission.account_keeper');
    expect(await state(id)).toBe('open');
    await openLink('asked@open.test');
    expect(await state(id)).toBe('accepted');
    expect(await listed(admin, school)).not.toContain(id);
    expect(await refused(admin, 'public.revoke_invitation($1)', [id])).toBe('invitation.not_open');
    expect(await rolesOf('asked@open.test')).toEqual(['staff']);
  });

  it('is in a file of the list, also where there are more than a page of a screen shows', async () => {
    await database.owner.query(
      `insert into public.invitations (email, role, school_id) select 'many' || n || '@open.test', 'staff', $1
       from generate_series(1, 120) as n`,
      [school],
    );
    const listed = await ask<string>(admin, "select email from public.list_open_invitations(size => 500) where email like 'many%'");
    expect(listed).toHaveLength(120);
  });

  it('is where its account is listed, and nowhere else, until the link is opened', async () => {
    await invite('once@open.test');
    const accounts = async () =>
      (await ask<string>(admin, "select email from public.list_accounts(search => 'once@open')")).map((row) => row['email']);
    expect(await accounts()).toEqual([]);
    await openLink('once@open.test');
    expect(await accounts()).toEqual(['once@open.test']);
  });

  it('that is revoked leaves no account, says so, and can be made again', async () => {
    const id = await invite('revoked@open.test');
    expect(await refused(other, 'public.revoke_invitation($1)', [id])).toBe('permission.account_keeper');
    await one(admin, 'public.revoke_invitation($1)', [id]);
    expect(await state(id)).toBe('revoked');
    expect(await owned("(select count(*) from auth.users where email = 'revoked@open.test')")).toBe(0);
    expect(await refused(admin, 'public.revoke_invitation($1)', [id])).toBe('invitation.not_open');
    expect(await state(await invite('revoked@open.test', { role: 'teacher' }))).toBe('open');
    expect(await rolesOf('revoked@open.test')).toEqual(['teacher']);
  });

  it('that is revoked takes no more than it gave from somebody of another school', async () => {
    const id = await invite('both@open.test');
    await one(superAdmin, 'public.give_role((select id from public.users where email = $1), $2, $3)', [
      'both@open.test',
      await commonRole('teacher'),
      await schoolNamed('Lakeside School'),
    ]);
    await one(admin, 'public.revoke_invitation($1)', [id]);
    expect(await rolesOf('both@open.test')).toEqual(['teacher']);
  });

  it('gives a role that the school has added, and only to whom may give it', async () => {
    const bursar = await saveRole(admin, 'Bursar', ['school:work', 'fee-payment:record']);
    const id = await invite('bursar@open.test', { ownRole: bursar, role: 'admin' });
    expect(await rolesOf('bursar@open.test')).toEqual(['Bursar']);
    expect(await owned("(select role::text from public.users where email = 'bursar@open.test')")).toBe('staff');
    expect(await one(admin, "public.invitation_mail('bursar@open.test', $1)", [school])).toMatchObject({ role: 'Bursar', invitation: id });
    await invite('deputy@open.test', { ownRole: await saveRole(admin, 'Deputy', ['school:work', 'account:manage']) });
    await openLink('deputy@open.test');
    const asDeputy = (role: string) =>
      refused('deputy@open.test', "public.invite_user('next@open.test', 'staff', $1, role_id => $2)", [school, role]);
    expect(await asDeputy(bursar)).toBe('role.beyond_own');
    expect(
      await refused(other, "public.invite_user('next@open.test', 'staff', $1, role_id => $2)", [
        await schoolNamed('Lakeside School'),
        bursar,
      ]),
    ).toBe('role.not_found');
    const given = await ask<boolean>('deputy@open.test', 'select can_give from public.school_roles() where id = $1', [bursar]);
    expect(given).toEqual([{ can_give: false }]);
  });

  it('to a role that is removed is revoked, and never gives the common one', async () => {
    const clerk = await saveRole(admin, 'Clerk', ['school:work']);
    const id = await one<string>(admin, "public.invite_user('clerk@open.test', 'staff', $1, role_id => $2)", [school, clerk]);
    await one(admin, 'public.delete_school_role($1)', [clerk]);
    expect(await state(id)).toBe('revoked');
    await addAccount('clerk@open.test');
    expect(await rolesOf('clerk@open.test')).toBeNull();
  });
});
