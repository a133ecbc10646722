import { describe, expect, it } from 'vitest';
import { heroesSchema, aboutSchema, siteSettingKeys, parseSiteSettings } from '@masomo/domain/siteSettings';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Setting = { key: string; value: Record<string, unknown>; updated_at: string };
const read = async (key: string) =>
  (await database.owner.query<Setting>('select key, value, updated_at::text from public.settings where key = $1', [key])).rows[0]!;
const save = async (key: string, value: unknown, seen: string, caller: string | null = superAdmin) =>
  (
    await database.as(caller, (client) =>
      client.query<{ answer: { updatedAt?: string; problems?: { path: string; problem: string }[] } }>(
        'select public.save_setting($1, $2, $3) as answer',
        [key, JSON.stringify(value), seen],
      ),
    )
  ).rows[0]!.answer;
const problemsOf = async (key: string, change: (value: Record<string, unknown>) => unknown) => {
  const { value, updated_at: seen } = await read(key);
  return (await save(key, change(structuredClone(value)), seen)).problems?.map(({ path }) => path) ?? [];
};

describe('the texts and settings of the site', () => {
  it('start valid, by the database’s shapes and by the schemas the pages read with', async () => {
    const { rows } = await database.owner.query<{ key: string; problem: string }>(
      'select s.key, p.* from public.settings s, private.all_setting_problems(s.key, s.value) p where private.setting_shapes() ? s.key',
    );
    expect(rows).toEqual([]);
    const all = (await database.as(null, (client) => client.query<Setting>('select key, value from public.settings'))).rows;
    expect(() => parseSiteSettings(all)).not.toThrow();
    heroesSchema.parse(all.find(({ key }) => key === 'heroes')!.value);
    aboutSchema.parse(all.find(({ key }) => key === 'about')!.value);
    const { rows: shapes } = await database.owner.query<{ key: string }>('select jsonb_object_keys(private.setting_shapes()) as key');
    expect(shapes.map(({ key }) => key)).toEqual(expect.arrayContaining([...siteSettingKeys]));
  });

  it('are saved against the state that was read, and every version is stored', async () => {
    const before = await read('brand');
    const { updatedAt } = await save('brand', { ...before.value, tagline: 'From admission to clearance' }, before.updated_at);
    expect(updatedAt).toBeTruthy();
    expect((await read('brand')).value.tagline).toBe('From admission to clearance');
    expect((await refusal(save('brand', before.value, before.updated_at)))?.hint).toBe('setting.changed_meanwhile');
    const { rows } = await database.as(superAdmin, (client) =>
      client.query<{ value: unknown; saved_by: string | null }>(
        "select value, saved_by from public.setting_versions where key = 'brand' order by saved_at desc",
      ),
    );
    expect(rows.length).toBe(2);
    expect(rows[0]!.saved_by).not.toBeNull();
    expect(rows[1]!.value).toEqual(before.value);
    const [history] = (
      await database.as(superAdmin, (client) =>
        client.query<{ saved_by: string; states: number }>("select * from public.setting_history(array['brand'])"),
      )
    ).rows;
    expect(history).toMatchObject({ key: 'brand', states: 2 });
  });

  it('have their texts in Swahili beside them, complete for what is translated', async () => {
    const shown = await database.as(null, (client) => client.query("select key from public.settings where key like '%_sw' order by key"));
    expect(shown.rows.map(({ key }: { key: string }) => key)).toEqual(['about_sw', 'announcement_sw', 'brand_sw', 'heroes_sw', 'hours_sw']);
    const hero = { eyebrow: '', title: 'Maswali', text: '' };
    expect(await problemsOf('heroes_sw', () => ({ faq: { ...hero, title: ' ' }, news: hero }))).toEqual(
      expect.arrayContaining(['faq.title', 'news']),
    );
    expect(await problemsOf('about_sw', () => ({ story: [], mission: 'Dhamira' }))).toEqual(['story']);
    expect(await problemsOf('hours_sw', () => ({ office: { label: 'x'.repeat(81) } }))).toEqual(['office.label']);
    expect(await problemsOf('heroes_sw', () => ({ faq: hero }))).toEqual([]);
    expect(await problemsOf('brand_sw', () => ({ tagline: 'x'.repeat(161), name: 'Masomo' }))).toEqual(['name', 'tagline']);
    expect(await problemsOf('brand_sw', () => ({}))).toEqual([]);
  });

  it('say every mistake at once, by field', async () => {
    expect(await problemsOf('brand', (value) => ({ ...value, name: ' ', tagline: 'x'.repeat(161), extra: 1 }))).toEqual(
      expect.arrayContaining(['name', 'tagline', 'extra']),
    );
    expect(await problemsOf('contact', (value) => ({ ...value, email: 'nobody', phone: 'abc', mapUrl: 'http://maps.test' }))).toEqual(
      expect.arrayContaining(['email', 'phone', 'mapUrl']),
    );
    expect(await problemsOf('social', () => [{ label: 'X', url: 'javascript:alert(1)' }])).toEqual(['0.url']);
    expect(
      await problemsOf('help', (value) => ({
        ...value,
        videos: '//evil.test',
        community: '/\\evil.test',
        documentation: 'data:text/html,x',
      })),
    ).toHaveLength(3);
    expect(
      await problemsOf('hours', () => ({
        office: { days: [1], opensAt: 600, closesAt: 480, label: 'Mondays' },
        chat: { days: [1], opensAt: 480, closesAt: 600, label: 'Mondays' },
      })),
    ).toEqual(['office.closesAt']);
    expect(await problemsOf('claims', (value) => ({ ...value, founded: 20.5 }))).toEqual(['founded']);
    expect(await problemsOf('announcement', () => ({ isShown: true, text: ' ', label: 'More', url: '' }))).toEqual(['text', 'url']);
    expect(await problemsOf('about', () => ({}))).toEqual(expect.arrayContaining(['story', 'mission', 'stories']));
    expect(await problemsOf('heroes', () => [])).toEqual(['']);
  });

  it('are validated on direct writes too, and closed to other roles', async () => {
    const bare = database.as(superAdmin, (client) =>
      client.query('update public.settings set value = \'{"name": ""}\' where key = \'brand\''),
    );
    expect((await refusal(bare))?.hint).toBe('setting.invalid');
    const { value, updated_at: seen } = await read('brand');
    for (const caller of ['admin@greenfield.test', null]) {
      expect((await refusal(save('brand', value, seen, caller)))?.code).toBe('42501');
    }
    expect((await database.as('admin@greenfield.test', (client) => client.query('select * from public.setting_versions'))).rows).toEqual(
      [],
    );
  });
});
