import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

/** The register of breaches with the 72 hours of the Data Protection Act, 2019. */
const database = useDatabase();
const admin = 'admin@greenfield.test';
const save = (caller: string, more = '') =>
  database.as(
    caller,
    async (client) =>
      (
        await client.query<{ id: string }>(
          `select public.save_breach(now() - interval '1 day', 'A laptop was stolen', 'Marks of Form 1'${more}) as id`,
        )
      ).rows[0]!.id,
  );
let id = '';
beforeAll(async () => {
  id = await save(admin, ', 40');
});

describe('a breach', () => {
  it('is to be reported 72 hours after it was noticed, and is in the log', async () => {
    const { rows } = await database.owner.query(
      'select extract(epoch from report_by - noticed_at) / 3600 as hours, people_affected, entered_by is not null as has_author from public.breaches where id = $1',
      [id],
    );
    expect(rows).toEqual([{ hours: 72, people_affected: 40, has_author: true }]);
    const { rows: logged } = await database.owner.query(
      "select action from public.audit_log where entity = 'breaches' and entity_id = $1",
      [id],
    );
    expect(logged).toEqual([{ action: 'insert' }]);
  });

  it('is not closed before the Commissioner was told, and nobody was told before it was noticed', async () => {
    expect((await refusal(save(admin, ", breach_id => '" + id + "', is_closed => true")))?.hint).toBe('breach.unreported');
    expect((await refusal(save(admin, ", reported_at => now() - interval '2 days'")))?.detail).toBe('reported_at');
    await save(admin, ", reported_at => now(), is_closed => true, breach_id => '" + id + "'");
    const { rows } = await database.owner.query('select closed_at is not null as is_closed from public.breaches where id = $1', [id]);
    expect(rows).toEqual([{ is_closed: true }]);
  });

  it('is entered by administrators, and seen by them and by super admins', async () => {
    const seen = (caller: string) => database.as(caller, async (client) => (await client.query('select from public.breaches')).rowCount);
    expect((await refusal(save('teacher@greenfield.test')))?.code).toBe('42501');
    expect((await refusal(save('admin@lakeside.test', ", breach_id => '" + id + "'")))?.code).toBe('P0002');
    expect([await seen(admin), await seen(superAdmin), await seen('admin@lakeside.test'), await seen('staff@greenfield.test')]).toEqual([
      1, 1, 0, 0,
    ]);
  });
});
