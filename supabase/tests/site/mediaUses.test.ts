import { expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const run = async (caller: string | null, text: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Record<string, unknown>>(text, values))).rows;

it('a file is known to be used by drafts and by what visitors read', async () => {
  const [file] = await run(
    superAdmin,
    "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type) values ('u.png', 'u.png', 'media/u.png', 1, 'image/png') returning id",
  );
  const uses = () => run(superAdmin, 'select title, is_public from public.media_uses($1)', [file?.['id']]);
  expect(await uses()).toEqual([]);
  const body = JSON.stringify([{ type: 'image', url: '/storage/v1/object/public/cms-media/media/u.png', alt: 'A school' }]);
  const [page] = await run(
    superAdmin,
    "insert into public.cms_pages (title, slug, body) values ('Our school', 'our-school', $1) returning id",
    [body],
  );
  expect(await uses()).toEqual([{ title: 'Our school', is_public: false }]);
  await run(superAdmin, 'select public.publish_page($1)', [page?.['id']]);
  await run(superAdmin, "update public.cms_pages set body = '[]' where id = $1", [page?.['id']]);
  expect(await uses()).toEqual([{ title: 'Our school', is_public: true }]);
  expect((await refusal(run('admin@greenfield.test', 'select * from public.media_uses($1)', [file?.['id']])))?.code).toBe('42501');
});
