import { expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const admin = 'admin@greenfield.test';
const remove = (id: string) => database.as(admin, (client) => client.query('select public.remove_class($1)', [id]));
const idOf = async (name: string) =>
  (
    await database.owner.query<{ id: string }>(
      "select c.id from public.classes c join public.schools s on s.id = c.school_id where s.name = 'Greenfield Academy' and c.name = $1",
      [name],
    )
  ).rows[0]!.id;

it('a class without records is removed, also with subjects; of another it is said what is in the way', async () => {
  await database.as(admin, (client) => client.query("select public.save_class('Form 9 Nobody', 'Form 9')"));
  const added = await idOf('Form 9 Nobody');
  await database.owner.query(
    'insert into public.class_subjects (class_id, school_id, subject_id) select c.id, c.school_id, s.id from public.classes c join public.subjects s on s.school_id = c.school_id where c.id = $1 limit 1',
    [added],
  );
  await remove(added);
  expect((await database.owner.query('select from public.classes where id = $1', [added])).rowCount).toBe(0);
  const refused = await refusal(remove(await idOf('Form 3 East')));
  expect(refused).toMatchObject({ hint: 'class.has_history', code: 'PT409' });
  expect(refused?.message).toMatch(
    /^Form 3 East has records: \d+ students, \d[\d,]* marks, \d+ registers, \d+ assignments\. Archive it instead\.$/,
  );
});

it('an announcement to a class is kept with it', async () => {
  await database.as(admin, (client) => client.query("select public.save_class('Form 9 Told', 'Form 9')"));
  const added = await idOf('Form 9 Told');
  await database.owner.query(
    "insert into public.announcements (school_id, class_id, title, body, audience) select school_id, id, 'Trip', 'On Friday', '{parent}' from public.classes where id = $1",
    [added],
  );
  expect((await refusal(remove(added)))?.message).toBe('Form 9 Told has records: 1 announcement. Archive it instead.');
});
