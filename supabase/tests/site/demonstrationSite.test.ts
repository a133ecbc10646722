import { expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const owner = async (text: string) => (await database.owner.query<Record<string, unknown>>(text)).rows;

it('the demonstration’s images and pages are deleted with it, except edited pages and images in use', async () => {
  expect(
    await owner("select mime_type like 'image/%' as picture, count(*)::int from public.cms_media where is_demo group by 1 order by 1"),
  ).toEqual([
    { picture: false, count: 2 },
    { picture: true, count: 10 },
  ]);
  expect(await owner('select slug, is_published from public.cms_pages where is_demo order by slug')).toEqual([
    { slug: 'a-day-at-greenfield', is_published: true },
    { slug: 'growing-our-own-lunch', is_published: false },
  ]);
  await owner(
    "insert into storage.objects (bucket_id, name) values ('cms-media', 'media/demo-choir.webp'), ('cms-media', 'media/demo-choir-480.webp'), ('cms-media', 'media/demo-school-bus.webp'), ('cms-media', 'media/own.webp')",
  );
  const body = JSON.stringify([{ type: 'image', url: '/storage/v1/object/public/cms-media/media/demo-school-bus.webp', alt: 'Our bus' }]);
  await database.as(superAdmin, async (client) => {
    await client.query("insert into public.cms_pages (title, slug, body) values ('Our bus', 'our-bus', $1)", [body]);
    await client.query("update public.cms_pages set title = 'Our own garden' where slug = 'growing-our-own-lunch'");
  });
  await database.as(superAdmin, (client) => client.query('select public.remove_demonstration_data()'));
  expect(await owner("select slug from public.cms_pages where is_demo or slug = 'our-bus' order by slug")).toEqual([
    { slug: 'growing-our-own-lunch' },
    { slug: 'our-bus' },
  ]);
  expect(await owner('select file_path from public.cms_media where is_demo order by 1')).toEqual([
    { file_path: 'media/demo-school-bus.webp' },
    { file_path: 'media/demo-school-garden.webp' },
  ]);
  expect(await owner("select name from storage.objects where bucket_id = 'cms-media' order by 1")).toEqual([
    { name: 'media/demo-school-bus.webp' },
    { name: 'media/own.webp' },
  ]);
});
