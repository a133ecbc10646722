import { expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const add = (sizes: unknown, path = `media/${crypto.randomUUID()}.jpg`) =>
  database.as(superAdmin, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, width, height, sizes) values ('f', 'f.jpg', $1, 1, 'image/jpeg', 2000, 1000, $2) returning id",
      [path, JSON.stringify(sizes)],
    );
    return rows[0]?.id ?? '';
  });

it('accepts copies of the image itself only', async () => {
  await add([{ width: 640, path: 'media/a-640.webp' }], 'media/a.jpg');
  for (const sizes of [
    [{ width: 640, path: 'media/b-640.webp' }],
    [{ width: 640 }],
    [{ path: 'media/c-1.webp' }],
    { width: 1 },
    [{ width: '640', path: 'media/c-640.webp' }],
    [{ width: 640, path: '../c-640.webp' }],
  ]) {
    expect((await refusal(add(sizes, 'media/c.jpg')))?.code, JSON.stringify(sizes)).toBe('23514');
  }
});

it('hides the copies with their picture, and shows them with it', async () => {
  const id = await add([{ width: 640, path: 'media/h-640.webp' }], 'media/h.jpg');
  await database.owner.query(
    "insert into storage.objects (bucket_id, name) values ('cms-media', 'media/h.jpg'), ('cms-media', 'media/h-640.webp')",
  );
  const hidden = async () =>
    (
      await database.owner.query<{ hidden: boolean }>(
        "select (user_metadata ->> 'hidden')::boolean as hidden from storage.objects where name like 'media/h%' order by name",
      )
    ).rows.map((row) => row.hidden);
  const turn = (isActive: boolean) =>
    database.as(superAdmin, (client) => client.query('update public.cms_media set is_active = $2 where id = $1', [id, isActive]));
  await turn(false);
  expect(await hidden()).toEqual([true, true]);
  await turn(true);
  expect(await hidden()).toEqual([false, false]);
});

it('a moved focal point is news to visitors, and on a published page a publisher’s matter', async () => {
  const id = await add([], 'media/z.jpg');
  const revision = async () =>
    (await database.owner.query<{ revision: number }>('select revision from public.content_revision')).rows[0]?.revision ?? 0;
  const focus = (x: number) =>
    database.as(superAdmin, (client) => client.query('update public.cms_media set focal_x = $2 where id = $1', [id, x]));
  const before = await revision();
  await focus(20);
  expect(await revision()).toBeGreaterThan(before);
  expect((await refusal(focus(101)))?.code).toBe('23514');
  await database.owner.query("insert into public.cms_rights (id, cms_right) select id, 'editor' from auth.users where email = $1", [
    superAdmin,
  ]);
  await focus(30);
  await database.owner.query("update public.cms_pages set is_published = false where slug = 'community'");
  await database.owner.query(
    `update public.cms_pages set is_published = true, body = '[{"type": "image", "url": "/storage/v1/object/public/cms-media/media/z.jpg", "alt": ""}]' where slug = 'community'`,
  );
  expect((await refusal(focus(40)))?.hint).toBe('cms.publisher_only');
});
