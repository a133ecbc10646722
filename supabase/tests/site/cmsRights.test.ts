import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const editor = 'staff@greenfield.test';
const run = (caller: string | null, text: string, values: unknown[] = []) =>
  database.as(caller, (client) => client.query<Record<string, unknown>>(text, values));
const rightOf = async (email: string) =>
  (await run(superAdmin, 'select cms_right from public.cms_people($1)', [email])).rows.map((row) => row['cms_right']);
const idOf = async (email: string) =>
  (await database.owner.query<{ id: string }>('select id from public.users where email = $1', [email])).rows[0]!.id;

beforeAll(async () => {
  await database.owner.query('insert into public.super_admins (id) select id from public.users where email = $1', [editor]);
});

describe('rights in the CMS', () => {
  it('are publisher by default, and changed only by another person', async () => {
    expect(await rightOf(editor)).toEqual(['publisher']);
    expect(await rightOf('admin@greenfield.test')).toEqual([]);
    expect((await refusal(run(superAdmin, "select public.set_cms_right($1, 'editor')", [await idOf(superAdmin)])))?.hint).toBe(
      'cms.own_right',
    );
    await run(superAdmin, "select public.set_cms_right($1, 'editor')", [await idOf(editor)]);
    expect(await rightOf(editor)).toEqual(['editor']);
    expect((await refusal(run(editor, "select public.set_cms_right($1, 'editor')", [await idOf(superAdmin)])))?.hint).toBe(
      'cms.rights_publisher_only',
    );
    expect(
      (await refusal(run(superAdmin, "select public.set_cms_right($1, 'editor')", [await idOf('teacher@greenfield.test')])))?.hint,
    ).toBe('cms.not_found');
  });

  it('are listed, with what everybody did', async () => {
    const { rows } = await run(superAdmin, 'select name, email, cms_right, is_me, total from public.cms_people()');
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: editor, cms_right: 'editor', is_me: false }),
        expect.objectContaining({ email: superAdmin, cms_right: 'publisher', is_me: true }),
      ]),
    );
    expect((await run(superAdmin, "select * from public.cms_people(search => 'STAFF@')")).rows).toHaveLength(1);
    expect((await refusal(run('admin@greenfield.test', 'select * from public.cms_people()')))?.code).toBe('42501');
  });

  it('let an editor prepare: drafts, files and their descriptions', async () => {
    await run(editor, "insert into public.cms_pages (title, slug) values ('Prepared', 'prepared')");
    await run(editor, "update public.cms_pages set title = 'Prepared well', body = '[]' where slug = 'prepared'");
    await run(editor, "update public.cms_pages set title = 'Terms, new draft' where slug = 'terms'");
    await run(
      editor,
      "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type) values ('e.png', 'e.png', 'media/e.png', 10, 'image/png')",
    );
    await run(editor, "update public.cms_media set alt_text = 'A school' where file_path = 'media/e.png'");
    expect((await run(null, "select title from public.published_pages where slug = 'terms'")).rows).toEqual([
      { title: 'Terms of Service' },
    ]);
  });

  it.each([
    ['publishes a page', "select public.publish_page(id) from public.cms_pages where slug = 'prepared'"],
    ['switches a page to published', "update public.cms_pages set is_published = true where slug = 'prepared'"],
    ['adds a published page', "insert into public.cms_pages (title, slug, is_published) values ('At once', 'at-once', true)"],
    [
      'schedules a page',
      "select public.schedule_page(id, version, now() + interval '1 hour', null) from public.cms_pages where slug = 'prepared'",
    ],
    ['takes a page away', "select public.unpublish_page(id) from public.cms_pages where slug = 'community'"],
    ['deletes a published page', "delete from public.cms_pages where slug = 'community'"],
    ['takes a file away', "update public.cms_media set is_active = false where file_path = 'media/e.png'"],
    ['changes a setting', "update public.settings set value = value where key = 'brand'"],
    [
      'saves a section',
      "select public.save_setting('claims', value || '{\"students\": \"1\"}', updated_at) from public.settings where key = 'claims'",
    ],
    ['adds a question', "insert into public.faqs (surface, question, answer) values ('faq', 'Q?', 'A.')"],
    [
      'moves a question',
      "select public.move_question((select id from public.faqs where surface = 'faq' order by position desc limit 1), true)",
    ],
    ['deletes a testimonial', 'delete from public.testimonials'],
    ['changes a price', 'update public.addons set price = 1'],
    ['adds a plan', "insert into public.plans (name, description, category, price, period) values ('At once', 'x', 'saas', 1, 'term')"],
    ['moves a plan', "select public.move_plan((select id from public.plans where name = 'Bronze'), true)"],
    ['takes a plan off sale', "select public.remove_from_price_book('plan', (select id from public.plans where name = 'Bronze'))"],
    [
      'announces a price',
      "select public.schedule_price_change('plan', (select id from public.plans limit 1), 12345, private.today() + 45)",
    ],
    ['redirects visitors', "insert into public.site_redirects (from_path, to_path) values ('/a', '/faq')"],
  ])('an editor never %s', async (_what, statement) => {
    expect((await refusal(run(editor, statement)))?.hint).toBe('cms.publisher_only');
  });

  it('let a publisher publish what an editor prepared', async () => {
    await run(superAdmin, "select public.publish_page(id) from public.cms_pages where slug = 'prepared'");
    expect((await run(null, "select title from public.published_pages where slug = 'prepared'")).rows).toEqual([
      { title: 'Prepared well' },
    ]);
    await run(superAdmin, "select public.set_cms_right($1, 'publisher')", [await idOf(editor)]);
    await run(editor, "update public.cms_media set is_active = false where file_path = 'media/e.png'");
  });
});
