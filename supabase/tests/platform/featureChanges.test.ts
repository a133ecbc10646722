import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const hash = (id: string) => createHash('sha256').update(id).digest('hex');
const schoolId = async (name: string) =>
  (await database.owner.query<{ id: string }>('select id from public.schools where name = $1', [name])).rows[0]!.id;
const told = async () =>
  (await database.as(null, (client) => client.query<{ topic: string }>('select topic from public.feature_changes()'))).rows.map(
    ({ topic }) => topic,
  );
beforeEach(() => database.owner.query('delete from private.feature_changes'));

describe('a change of what a school has', () => {
  it.each([
    ['a licence', 'update public.licences set revoked_at = now() where id = (select id from public.licences where school_id = $1 limit 1)'],
    [
      'the subscription',
      'update public.subscriptions set ends_on = ends_on + 1 where id = (select id from public.subscriptions where school_id = $1 order by ends_on desc limit 1)',
    ],
  ])('of %s is told by the hash of the school, to anybody, for a minute', async (_, change) => {
    const school = await schoolId('Greenfield Academy');
    await database.owner.query(change, [school]);
    expect(await told()).toEqual([hash(school)]);
    await database.owner.query("update private.feature_changes set changed_at = now() - interval '61 seconds'");
    expect(await told()).toEqual([]);
  });

  it('is forgotten after some minutes', async () => {
    const school = await schoolId('Lakeside School');
    await database.owner.query("insert into private.feature_changes (school_id, changed_at) values ($1, now() - interval '11 minutes')", [
      school,
    ]);
    await database.owner.query(
      'update public.licences set revoked_at = null where id = (select id from public.licences where school_id = $1 limit 1)',
      [school],
    );
    expect((await database.owner.query('select from private.feature_changes')).rows).toHaveLength(1);
  });
});
