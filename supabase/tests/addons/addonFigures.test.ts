import { beforeAll, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const feature = 'addon:behaviour-records';
const admin = 'admin@greenfield.test';
let licence = '';

const figures = async () =>
  (
    await database.as(superAdmin, (client) =>
      client.query<{ held_by: number; used_by: number; failures: number }>(
        'select held_by, used_by, failures from public.addon_figures() where feature = $1',
        [feature],
      ),
    )
  ).rows[0]!;
const useIt = () => database.as(admin, (client) => client.query("select public.save_behaviour_category('A merit', 'merit', 1)"));

beforeAll(async () => {
  await database.owner.query('delete from public.licences where feature = $1', [feature]);
  await database.owner.query('delete from private.addon_uses');
  const { rows } = await database.owner.query<{ id: string }>(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = null, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select l.id from public.licences l join public.schools s on s.id = l.school_id where s.name = 'Greenfield Academy' order by l.id limit 1) returning id`,
    [feature],
  );
  licence = rows[0]!.id;
});

it('count the schools that hold an add-on, those that worked with it this month, and failures', async () => {
  expect(await figures()).toEqual({ held_by: 1, used_by: 0, failures: 0 });
  await database.owner.query(
    "insert into public.release_failures (app, version, number, path, visit, versions) values ('addon-behaviour-records', '0.1.0-a', 'SHELL-012', '/x', 'visit-fixture', '{}')",
  );
  // What a school sets up is no use of it yet.
  await useIt();
  expect((await figures()).used_by).toBe(0);
  await database.as(admin, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from public.behaviour_categories where name = 'A merit'");
    const students = await client.query<{ id: string }>("select id from public.students where status = 'active' limit 1");
    await client.query('select public.record_behaviour(gen_random_uuid(), $1, $2)', [[students.rows[0]!.id], rows[0]!.id]);
  });
  expect(await figures()).toEqual({ held_by: 1, used_by: 1, failures: 1 });
  await database.owner.query('update public.licences set revoked_at = now() where id = $1', [licence]);
  expect((await figures()).held_by).toBe(0);
});

it('count what failed in the release of a module', async () => {
  await database.owner.query("insert into private.addon_features (name, feature) values ('Library', 'module:library')");
  await database.owner.query(
    "insert into public.release_failures (app, version, number, path, visit, versions) values ('module-library', '0.1.0-a', 'SHELL-012', '/x', 'visit-fixture', '{}')",
  );
  const { rows } = await database.as(superAdmin, (client) =>
    client.query("select failures from public.addon_figures() where feature = 'module:library'"),
  );
  expect(rows).toEqual([{ failures: 1 }]);
});

it('are for super admins', async () => {
  expect((await refusal(database.as(admin, (client) => client.query('select public.addon_figures()'))))?.code).toBe('42501');
});
