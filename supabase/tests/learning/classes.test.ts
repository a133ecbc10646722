import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher, lakeside] = ['admin@greenfield.test', 'teacher@greenfield.test', 'admin@lakeside.test'] as const;
const ids: Record<string, string> = {};
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(async () => {
  ids['east'] = String((await owned("select id from public.classes where name = 'Form 3 East'"))[0]?.['id']);
  for (const email of [teacher, 'teacher@lakeside.test'])
    ids[email] = String((await owned('select id from public.users where email = $1', [email]))[0]?.['id']);
});

describe('a class', () => {
  const save = (caller: string, name: string, more: { who?: string; id?: string } = {}) =>
    call<string>(caller, "public.save_class($1, 'Form 5', 'R9', $2, $3)", [name, more.who ? ids[more.who] : null, more.id ?? null]);

  it('is managed by the administrator, with a teacher of the school and a unique name', async () => {
    const id = await save(admin, 'Form 5 North', { who: teacher });
    await save(admin, 'Form 5 South', { id });
    expect(await owned('select name, class_teacher_id from public.classes where id = $1', [id])).toEqual([
      { name: 'Form 5 South', class_teacher_id: null },
    ]);
    expect((await refusal(save(admin, 'form 3 EAST')))?.hint).toBe('class.name_taken');
    expect((await refusal(save(admin, 'Form 6', { who: 'teacher@lakeside.test' })))?.hint).toBe('class.teacher');
    expect((await refusal(save(teacher, 'Mine')))?.code).toBe('42501');
    expect((await refusal(save(lakeside, 'Theirs', { id })))?.hint).toBe('class.not_found');
    await call(admin, 'public.set_class_active($1, false)', [id]);
    expect(await owned('select is_active from public.classes where id = $1', [id])).toEqual([{ is_active: false }]);
  });

  it('is not archived while students are in it, nor by another school', async () => {
    expect((await refusal(call(admin, 'public.set_class_active($1, false)', [ids['east']])))?.hint).toBe('class.not_empty');
    expect((await refusal(call(lakeside, 'public.set_class_active($1, false)', [ids['east']])))?.hint).toBe('class.not_found');
  });
});

describe('a term', () => {
  const save = (caller: string, name: string, from: string, to: string, id: string | null = null) =>
    call<string>(caller, 'public.save_term($1, $2, $3, $4)', [name, from, to, id]);

  it('has its own name and days, and belongs to one school', async () => {
    const [first = '', second = '', third = ''] = [2, 3, 4].map((ahead) => String(new Date().getFullYear() + ahead));
    const id = await save(admin, 'Term 1 ahead', `${first}-01-05`, `${first}-04-01`);
    await save(admin, 'Term 1 ahead', `${first}-01-06`, `${first}-04-02`, id);
    expect((await refusal(save(admin, 'Other', `${first}-03-30`, `${first}-06-01`)))?.hint).toBe('term.overlaps');
    expect((await refusal(save(admin, 'térm 1 AHEAD', `${second}-01-05`, `${second}-04-01`)))?.hint).toBe('term.taken');
    expect((await refusal(save(admin, 'Backwards', `${second}-04-05`, `${second}-01-05`)))?.hint).toBe('term.days');
    expect((await refusal(save(lakeside, 'Theirs', `${third}-01-05`, `${third}-04-01`, id)))?.hint).toBe('term.not_found');
    expect((await refusal(save(teacher, 'Mine', `${third}-01-05`, `${third}-04-01`)))?.code).toBe('42501');
    expect(await refusal(save(admin, 'A slip', '2062-01-05', '2062-04-01'))).toMatchObject({ hint: 'form.far_day', detail: 'starts_on' });
  });
});
