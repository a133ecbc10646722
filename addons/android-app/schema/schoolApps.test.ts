import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';

const [admin, elsewhere, teacher, parent] = [
  'admin@greenfield.test',
  'admin@lakeside.test',
  'teacher@greenfield.test',
  'parent@greenfield.test',
] as const;
const upload = Array.from({ length: 32 }, (_, n) => (n + 16).toString(16).toUpperCase()).join(':');
const play = Array.from({ length: 32 }, (_, n) => (n + 64).toString(16).toUpperCase()).join(':');
const saved = {
  address: 'hill-top',
  short_name: 'Hill Top',
  color: '#0b5d4b',
  background: '#FFFFFF',
  package_name: 'ke.ac.hilltop',
  upload_fingerprint: upload.toLowerCase(),
  play_fingerprint: play.replaceAll(':', ''),
};
const database = useDatabase();

async function call(caller: string | null, sql: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await database.as(caller, (client) => client.query<{ said: unknown }>(`select ${sql} as said`, values));
  return rows[0]?.said;
}
const save = (caller: string, changes: Partial<typeof saved> = {}) => {
  const fields = Object.entries({ ...saved, ...changes });
  return database.asCommand(caller, (client) =>
    client.query(
      `select public.save_school_app(${fields.map(([name], n) => `${name} => $${n + 1}`).join(', ')})`,
      fields.map(([, value]) => value),
    ),
  );
};
const at = (address: string) => call(null, 'public.school_app_at($1)', [address]);
const license = (school: string) =>
  database.owner.query(
    `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
     select gen_random_uuid(), s.id, 'addon', 'Android App', s.version::public.product_category, 100, gen_random_uuid(), 'addon:android-app', private.today() - 1
     from public.schools s where s.name = $1`,
    [school],
  );

beforeAll(async () => {
  await database.owner.query('delete from public.school_apps');
  for (const school of ['Greenfield Academy', 'Lakeside School']) await license(school);
});

describe('the app of a school', () => {
  it('is at its address for everyone, with both keys as phones read them', async () => {
    await save(admin);
    expect(await at('hill-top')).toMatchObject({
      name: 'Greenfield Academy',
      short_name: 'Hill Top',
      color: '#0b5d4b',
      background: '#ffffff',
      package_name: 'ke.ac.hilltop',
      fingerprints: [upload, play],
    });
    expect(await at('hill')).toBeNull();
    expect(await at('')).toBeNull();
  });

  it('keeps its keys when it is saved again, and loses the one that was taken away', async () => {
    await save(admin);
    await save(admin, { upload_fingerprint: play, play_fingerprint: '' });
    expect(await at('hill-top')).toMatchObject({ fingerprints: [play] });
    await save(admin);
    expect(await at('hill-top')).toMatchObject({ fingerprints: [upload, play] });
  });

  it.each([
    ['address', 'Hill Top', /3 to 30 lower-case letters/],
    ['address', 'www', /in use/],
    ['short_name', ' ', /up to 12 letters/],
    ['short_name', 'Thirteen long', /up to 12 letters/],
    ['color', 'green', /six digits/],
    ['color', '#ffee88', /darker/],
    ['background', '#fff', /six digits/],
    ['package_name', 'hilltop', /words with dots/],
    ['package_name', 'ke.class.app', /words with dots/],
    ['package_name', 'com.example.app', /takes no app/],
    ['package_name', '', /package name that these keys/],
    ['upload_fingerprint', upload.slice(3), /32 pairs/],
    ['upload_fingerprint', `${upload.slice(0, -2)}GG`, /32 pairs/],
    ['play_fingerprint', upload, /the same key/],
  ])('refuses the %s %j', async (name, value, said) => {
    await save(admin);
    expect((await refusal(save(admin, { [name]: value })))?.message).toMatch(said);
    expect(await at('hill-top')).toMatchObject({ package_name: 'ke.ac.hilltop', fingerprints: [upload, play] });
  });

  it('shares no address, no package name and no key with another school', async () => {
    await save(admin);
    const other = { address: 'lake', package_name: 'ke.ac.lake', upload_fingerprint: '', play_fingerprint: '' };
    expect((await refusal(save(elsewhere, { ...other, address: 'hill-top' })))?.message).toMatch(/in use/);
    expect((await refusal(save(elsewhere, { ...other, package_name: 'KE.ac.hilltop' })))?.message).toMatch(/Another school has an app/);
    expect((await refusal(save(elsewhere, { ...other, upload_fingerprint: play })))?.message).toMatch(
      /Another school’?'?s app has this key/,
    );
    expect((await refusal(save(elsewhere, { ...other, play_fingerprint: upload })))?.message).toMatch(
      /Another school’?'?s app has this key/,
    );
    await save(elsewhere, other);
    expect(await at('lake')).toMatchObject({ name: 'Lakeside School', fingerprints: [] });
    expect(await at('hill-top')).toMatchObject({ name: 'Greenfield Academy' });
  });

  it('is set up by administrators only', async () => {
    for (const person of [teacher, parent]) expect((await refusal(save(person)))?.code).toBe('42501');
  });

  it('gives each project a higher number', async () => {
    await save(admin);
    const made = () => database.asCommand(admin, (client) => client.query('select public.make_app_project() as n'));
    const first = Number((await made()).rows[0]?.n);
    expect((await made()).rows[0]?.n).toBe(first + 1);
    await save(admin, { package_name: '', upload_fingerprint: '', play_fingerprint: '' });
    expect((await refusal(made()))?.message).toMatch(/package name of the app first/);
  });

  it('tells members how it looks and where it opens', async () => {
    await save(admin);
    await database.asCommand(admin, (client) =>
      client.query(`select public.save_addon_settings('addon:android-app', '{"start_parent":"documents"}')`),
    );
    expect(await call(parent, 'public.own_school_app()')).toMatchObject({ address: 'hill-top', is_set_up: true, start: 'documents' });
    expect(await call(admin, 'public.own_school_app()')).toMatchObject({ start: 'home', asks_for_messages: true });
    expect(await call(parent, 'public.own_school_app()')).not.toHaveProperty('fingerprints');
  });

  it('shows its crest to visitors, and no other picture of papers', async () => {
    await save(admin);
    await database.owner.query(
      `insert into private.school_looks (school_id, accent, crest_path, signature_path)
       select id, '#04745d', id || '/look/crest.png', id || '/look/signature.png' from public.schools where name = 'Greenfield Academy'
       on conflict (school_id) do update set crest_path = excluded.crest_path, signature_path = excluded.signature_path`,
    );
    await database.owner.query(
      `insert into storage.objects (bucket_id, name) select 'school-documents', p from private.school_looks l, unnest(array[l.crest_path, l.signature_path]) p on conflict do nothing`,
    );
    const { rows } = await database.as(null, (client) =>
      client.query<{ name: string }>("select name from storage.objects where bucket_id = 'school-documents'"),
    );
    expect(rows.map(({ name }) => name.split('/').at(-1))).toEqual(['crest.png']);
    expect(await at('hill-top')).toMatchObject({ crest: expect.stringMatching(/crest\.png$/) as string });
  });

  it('is gone with the licence, and so is its crest', async () => {
    await save(admin);
    await database.owner.query("update public.licences set valid_until = private.today() - 1 where feature = 'addon:android-app'");
    expect(await at('hill-top')).toBeNull();
    expect((await refusal(save(admin)))?.message).toMatch(/has expired/);
    expect(await call(parent, 'public.own_school_app()')).toMatchObject({ address: 'hill-top' });
    const { rows } = await database.as(null, (client) =>
      client.query("select name from storage.objects where bucket_id = 'school-documents'"),
    );
    expect(rows).toEqual([]);
    await database.owner.query("delete from public.licences where feature = 'addon:android-app'");
    expect((await refusal(call(parent, 'public.own_school_app()')))?.message).toMatch(/not switched on/);
  });
});
