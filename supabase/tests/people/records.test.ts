import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const at = (name: string) => `${name}@greenfield.test`;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
});

const add = async (kind: string, visibleTo: string | null, caller = at('staff')) =>
  (
    await database.as(caller, (client) =>
      client.query<{ id: string; visible_to: string }>(
        'insert into public.student_records (school_id, student_id, kind, summary, visible_to) values ($1, $2, $3, $4, $5) returning id, visible_to',
        [ids['school'], ids['brian'], kind, `A ${kind}`, visibleTo],
      ),
    )
  ).rows[0]!;
const readers = async (id: string) => {
  const seen: string[] = [];
  for (const who of [at('admin'), at('staff'), at('teacher'), at('parent'), at('student'), 'admin@lakeside.test']) {
    const { rows } = await database.as(who, (client) => client.query('select 1 from public.student_records where id = $1', [id]));
    if (rows.length > 0) seen.push(who.split('@')[0]! + (who.endsWith('lakeside.test') ? ' elsewhere' : ''));
  }
  return seen;
};

describe('a record', () => {
  it('is visible to its audience; health records stay in the office by default', async () => {
    const health = await add('health', null);
    expect(health.visible_to).toBe('office');
    expect(await readers(health.id)).toEqual(['admin', 'staff']);
    expect(await readers((await add('visit', null)).id)).toEqual(['admin', 'staff', 'teacher']);
    expect(await readers((await add('behaviour', 'family')).id)).toEqual(['admin', 'staff', 'teacher', 'parent', 'student']);
  });

  it('for the family notifies the parents once; archived, only the office sees it', async () => {
    const { id } = await add('merit', null);
    const { rows } = await database.as(at('parent'), (client) =>
      client.query('select title, body from public.notifications where source = $1', [`record/${id}`]),
    );
    expect(rows).toEqual([{ title: 'A note about Brian', body: 'A merit' }]);
    await database.as(at('staff'), (client) => client.query('select public.archive_student_record($1, true)', [id]));
    expect(await readers(id)).toEqual(['admin', 'staff']);
  });

  it('is written by the office only', async () => {
    expect((await refusal(add('behaviour', null, at('teacher'))))?.code).toBe('42501');
    expect((await refusal(add('behaviour', null, at('parent'))))?.code).toBe('42501');
    expect((await refusal(add('behaviour', null, 'admin@lakeside.test')))?.code).toBe('42501');
  });
});
