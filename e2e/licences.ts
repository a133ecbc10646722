import { apps } from '@masomo/tools/build/workspace.ts';
import { sql } from './product.ts';

/** The add-ons that are written; each takes another licence of a school, so that journeys may run at once. */
export const addons = apps.filter((app) => app.startsWith('addon-')).map((app) => app.replace('addon-', 'addon:'));

/** Gives a school a licence for an add-on, or none, whatever it has bought before. One of a school with its own server has a key. */
export async function license(school: string, feature: string, isOn: boolean): Promise<void> {
  await sql(
    'update public.licences set feature = null where feature = $2 and school_id = (select id from public.schools where name = $1)',
    [school, feature],
  );
  if (!isOn) return;
  // A feature that brings the remote of several takes a further one.
  const place = addons.indexOf(feature);
  const taken = await sql(
    `update public.licences set feature = $2, valid_from = private.today() - 30, valid_until = null, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select l.id from public.licences l join public.schools s on s.id = l.school_id
       where s.name = $1 and (s.version = 'saas' or l.issued_as is not null) order by l.id offset $3 limit 1)
     returning id`,
    [school, feature, place < 0 ? addons.length : place],
  );
  if (taken.length > 0) return;
  // The demonstration has fewer licences than there are add-ons.
  await sql(
    `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
     select gen_random_uuid(), s.id, 'addon', $2, s.version::public.product_category, 100, gen_random_uuid(), $2, private.today() - 30 from public.schools s where s.name = $1`,
    [school, feature],
  );
}

/** Takes every add-on from a school; returns what gives them back. */
export async function takeAllAddons(school: string): Promise<() => Promise<void>> {
  const taken = await sql<{ id: string; feature: string }>(
    `select l.id, l.feature from public.licences l join public.schools s on s.id = l.school_id where s.name = $1 and l.feature like 'addon:%'`,
    [school],
  );
  const ids = taken.map(({ id }) => id);
  await sql('update public.licences set feature = null where id = any ($1)', [ids]);
  return async () => {
    await sql(
      'update public.licences l set feature = held.feature from unnest($1::uuid[], $2::text[]) as held (id, feature) where l.id = held.id',
      [ids, taken.map(({ feature }) => feature)],
    );
  };
}
