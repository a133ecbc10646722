import { expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Find = { kind: string; id: string; title: string; detail: string };
const search = async (term: string, kind: string | null = null, caller: string | null = superAdmin) =>
  (await database.as(caller, (client) => client.query<Find>('select * from public.search_cms($1, $2)', [term, kind]))).rows;

it('finds what the CMS holds, of every kind', async () => {
  await database.as(superAdmin, (client) =>
    client.query("insert into public.site_redirects (from_path, to_path) values ('/kisumu-offer', '/pricing')"),
  );
  await database.as(superAdmin, (client) =>
    client.query(
      "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, alt_text) values ('k.png', 'k.png', 'media/k.png', 1, 'image/png', 'A girls’ school in Kisumu')",
    ),
  );
  const kinds = new Set((await search('kisumu')).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['redirect', 'media', 'setting', 'testimonial']));
  expect((await search('ACCEPTANCE of these')).map(({ title }) => title)).toEqual(['Terms of Service']);
  expect((await search('two-factor', 'price')).every(({ kind }) => kind === 'price')).toBe(true);
  expect((await search('migrat', 'question')).length).toBeGreaterThan(0);
  expect((await search('e', 'question')).length).toBe(6);
});

it('finds phrases of rich text across its formatting, and link targets, but no names of nodes', async () => {
  const body = [
    { type: 'heading', text: 'A heading of ours' },
    {
      type: 'richText',
      text: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'Drivers start at ' },
              { type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }], text: 'half past' },
              { type: 'text', marks: [{ type: 'link', attrs: { href: '/bus-timetable' } }], text: ' six.' },
            ],
          },
          { type: 'paragraph' },
        ],
      },
    },
  ];
  await database.as(superAdmin, (client) =>
    client.query("insert into public.cms_pages (title, slug, body) values ('Transport', 'transport-text', $1)", [JSON.stringify(body)]),
  );
  const found = async (term: string) => (await search(term, 'page')).map(({ title }) => title);
  for (const term of ['start at half past six', 'heading of ours', '/bus-timetable']) expect(await found(term)).toEqual(['Transport']);
  for (const term of ['paragraph"', 'richText', 'bulletList']) expect(await found(term)).toEqual([]);
});

it('takes every character as it is typed, and an empty search finds nothing', async () => {
  for (const term of ['%', '_', '\\', "'; drop table faqs; --"])
    expect((await search(term, 'price')).every(({ title }) => title.includes(term))).toBe(true);
  expect(await search('   ')).toEqual([]);
});

it('is nobody else’s', async () => {
  for (const caller of ['admin@greenfield.test', null]) expect((await refusal(search('a', null, caller)))?.code).toBe('42501');
});
