import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher, parent, lakeside] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const schools: Record<string, string> = {};
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(async () => {
  for (const { id, name } of await owned('select id, name from public.schools')) schools[String(name)] = String(id);
});
beforeEach(() => owned('delete from private.school_looks'));

type Fields = Partial<Record<'accent' | 'head' | 'foot' | 'thanks' | 'signer_name' | 'crest_path' | 'signature_path', string>>;
const save = (fields: Fields, who: string = admin) => {
  const named = { accent: '#7a1f3d', ...fields };
  const places = Object.keys(named).map((name, index) => `${name} => $${index + 1}`);
  return database.as(who, (client) => client.query(`select public.save_school_look(${places.join(', ')})`, Object.values(named)));
};
const look = async (who: string = admin) =>
  (await database.as(who, (client) => client.query<{ look: Record<string, unknown> }>('select public.school_look() as look'))).rows[0]!
    .look;

/** Stores a picture as the service does. */
async function store(who: string = admin, metadata: object = {}, folder = `${schools['Greenfield Academy']}/look`) {
  const path = `${folder}/${randomUUID()}.png`;
  await database.as(who, (client) =>
    client.query(
      "insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ('school-documents', $1, auth.uid(), auth.uid()::text, $2)",
      [path, { size: 4321, mimetype: 'image/png', ...metadata }],
    ),
  );
  return path;
}
const reads = async (who: string, path: string) =>
  (
    await database.as(who, (client) =>
      client.query("select from storage.objects where bucket_id = 'school-documents' and name = $1", [path]),
    )
  ).rows.length;

describe('the look of the papers of a school', () => {
  it('is set by its administrators, and printed on its papers alone', async () => {
    expect(await look()).toMatchObject({ name: 'Greenfield Academy', look: null });
    await save({ accent: ' #7A1F3D ', head: ' P.O. Box 1 \r\n  Nairobi\n', foot: 'Registered', signer_name: 'Jane' });
    expect((await look())['look']).toEqual({
      ...{ accent: '#7a1f3d', head: 'P.O. Box 1\nNairobi', foot: 'Registered', thanks: '', signer_name: 'Jane', signer_title: '' },
      ...{ crest_path: null, signature_path: null },
    });
    await save({ foot: '' });
    expect((await look())['look']).toMatchObject({ head: '', foot: '' });
    expect((await look(lakeside))['look']).toBeNull();
    for (const who of [teacher, parent]) {
      expect((await refusal(save({}, who)))?.code).toBe('42501');
      expect((await refusal(look(who)))?.code).toBe('42501');
    }
  });

  it('is on the statement that a family reads', async () => {
    await save({ foot: 'Registered 1234' });
    const { rows } = await database.as(parent, (client) =>
      client.query<{ account: { school: Record<string, unknown> } }>(
        'select public.student_account(id) as account from (select private.my_student_ids() as id limit 1) s',
      ),
    );
    expect(rows[0]?.account.school).toMatchObject({ time_zone: 'Africa/Nairobi', look: { foot: 'Registered 1234' } });
  });

  it.each<[string, Fields, string, string]>([
    ['a colour that is none', { accent: 'green' }, 'look.color', 'accent'],
    ['a colour that is too pale for paper', { accent: '#ffcc00' }, 'look.pale_color', 'accent'],
    ['a colour a shade too pale', { accent: '#777777' }, 'look.pale_color', 'accent'],
    ['six lines', { head: 'a\nb\nc\nd\ne\nf' }, 'look.head_lines', 'head'],
    ['a line of 81 letters', { head: `a\n${'b'.repeat(81)}` }, 'look.head_line', 'head'],
    ['a foot of 201 letters', { foot: 'b'.repeat(201) }, 'form.too_long', 'foot'],
    ['a name of 81 letters', { signer_name: 'b'.repeat(81) }, 'form.too_long', 'signer_name'],
  ])('refuses %s', async (_, fields, hint, field) => {
    const refused = await refusal(save(fields));
    expect([refused?.hint, refused?.detail]).toEqual([hint, field]);
  });

  it('takes the darkest grey that is too pale for nobody, and a head of five lines', async () => {
    await save({ accent: '#767676', head: Array.from({ length: 5 }, () => 'b'.repeat(80)).join('\n') });
    expect((await look())['look']).toMatchObject({ accent: '#767676' });
  });
});

describe('a picture on papers', () => {
  it('is read by every member once it is in use, and by nobody of another school', async () => {
    const path = await store();
    expect([await reads(admin, path), await reads(parent, path)]).toEqual([1, 0]);
    await save({ crest_path: path });
    expect([await reads(teacher, path), await reads(parent, path), await reads(lakeside, path)]).toEqual([1, 1, 0]);
    await save({ crest_path: path, signature_path: await store() });
    expect((await look())['look']).toMatchObject({ crest_path: path });
  });

  it('is one that the administrator uploaded for them, small and of a kind that papers can have', async () => {
    const refusals = [
      await store(admin, { mimetype: 'application/pdf' }),
      await store(admin, { size: 512_001 }),
      await store(admin, {}, schools['Greenfield Academy']),
      `${schools['Greenfield Academy']}/look/${randomUUID()}.png`,
    ];
    for (const path of refusals) expect((await refusal(save({ crest_path: path })))?.hint, path).toBe('look.picture');
    const others = await store(lakeside, {}, `${schools['Lakeside School']}/look`);
    expect((await refusal(save({ signature_path: others })))?.hint).toBe('look.picture');
    expect((await refusal(store(parent)))?.code).toBe('42501');
  });

  it('is removed once no paper has it', async () => {
    const [used, replaced] = [await store(), await store()];
    await save({ crest_path: replaced });
    await save({ crest_path: used });
    await owned("update storage.objects set created_at = now() - interval '2 days' where name = any ($1)", [[used, replaced]]);
    await owned('select private.sweep_files()');
    const swept = await owned('select name from private.files_to_delete where name = any ($1)', [[used, replaced]]);
    expect(swept).toEqual([{ name: replaced }]);
  });
});
