import { beforeAll, describe, expect, it } from 'vitest';
import { reservedSlugs } from '@masomo/domain/slug';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
type Page = {
  id: string;
  title: string;
  slug: string;
  version: number;
  is_published: boolean;
  published_version: number | null;
  body: unknown;
};
const asEditor = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await database.as(superAdmin, (client) => client.query<T>(sql, values))).rows;
const asVisitor = async (slug: string) =>
  (
    await database.as(null, (client) =>
      client.query<{ title: string; body: unknown }>('select title, body from public.published_pages where slug = $1', [slug]),
    )
  ).rows;
const revision = async () =>
  (await database.owner.query<{ revision: number }>('select revision from public.content_revision')).rows[0]!.revision;
let page: Page;

beforeAll(async () => {
  [page] = (await asEditor<Page>(
    'insert into public.cms_pages (title, slug, body) values (\'Open day\', \'open-day\', \'[{"type": "heading", "text": "Come"}]\') returning *',
  )) as [Page];
});

describe('pages', () => {
  it('are read by visitors only once published, as they were then', async () => {
    expect(await asVisitor('open-day')).toEqual([]);
    await asEditor('select public.publish_page($1)', [page.id]);
    await asEditor("update public.cms_pages set title = 'Open day, new' where id = $1", [page.id]);
    expect(await asVisitor('open-day')).toEqual([{ title: 'Open day', body: [{ type: 'heading', text: 'Come' }] }]);
    await asEditor('select public.publish_page($1)', [page.id]);
    expect((await asVisitor('open-day'))[0]!.title).toBe('Open day, new');
  });

  it('can be switched by is_published alone', async () => {
    await asEditor('update public.cms_pages set is_published = false where id = $1', [page.id]);
    expect(await asVisitor('open-day')).toEqual([]);
    await asEditor('update public.cms_pages set is_published = true where id = $1', [page.id]);
    expect((await asVisitor('open-day'))[0]!.title).toBe('Open day, new');
  });

  it('move with a redirect when a published address changes', async () => {
    await asEditor("update public.cms_pages set slug = 'open-days' where id = $1", [page.id]);
    await asEditor('select public.publish_page($1)', [page.id]);
    expect(await asVisitor('open-day')).toEqual([]);
    const { rows } = await database.as(null, (client) => client.query('select slug, page_id from public.cms_redirects'));
    expect(rows).toEqual([{ slug: 'open-day', page_id: page.id }]);
  });

  it('refuse to overwrite a version that was saved since', async () => {
    const [now] = await asEditor<Page>('select * from public.cms_pages where id = $1', [page.id]);
    await asEditor("update public.cms_pages set title = 'Third' where id = $1", [page.id]);
    const late = await asEditor("update public.cms_pages set title = 'Late' where id = $1 and version = $2 returning id", [
      page.id,
      now!.version,
    ]);
    expect(late).toEqual([]);
    expect((await refusal(asEditor('select public.publish_page($1, $2)', [page.id, now!.version])))?.hint).toBe('page.changed_meanwhile');
  });

  it('restore an earlier version and keep what was there', async () => {
    const versions = await asEditor<{ id: string; title: string }>(
      'select id, title from public.cms_page_versions where page_id = $1 order by created_at',
      [page.id],
    );
    expect(versions[0]!.title).toBe('Open day');
    await asEditor('select public.restore_page_version($1)', [versions[0]!.id]);
    const [restored] = await asEditor<Page>('select title, slug from public.cms_pages where id = $1', [page.id]);
    expect(restored).toEqual({ title: 'Open day', slug: 'open-days' });
    expect(
      (
        await asEditor<{ title: string }>("select title from public.cms_page_versions where page_id = $1 and reason = 'restored'", [
          page.id,
        ])
      )[0]!.title,
    ).toBe('Third');
  });

  it('never take an address of the site itself', async () => {
    const { rows } = await database.owner.query<{ slugs: string[] }>('select private.reserved_slugs() as slugs');
    const reserved = [...new Set(reservedSlugs.map((slug) => slug.split('.')[0]!))].sort();
    expect([...rows[0]!.slugs].sort()).toEqual(reserved);
    expect((await refusal(asEditor("insert into public.cms_pages (title, slug) values ('Store', 'store')")))?.hint).toBe(
      'page.reserved_slug',
    );
    expect((await refusal(asEditor("insert into public.cms_pages (title, slug) values ('Twice', 'open-days')")))?.code).toBe('23505');
    expect((await refusal(asEditor("insert into public.cms_pages (title, slug) values ('Bad', 'Not a slug')")))?.code).toBe('23514');
  });

  it('of the site keep their address and stay', async () => {
    expect((await refusal(asEditor("delete from public.cms_pages where slug = 'terms'")))?.hint).toBe('page.system');
    expect((await refusal(asEditor("update public.cms_pages set slug = 'conditions' where slug = 'terms'")))?.hint).toBe(
      'page.system_address',
    );
  });

  it('are published on their time by the job, once', async () => {
    const [timed] = await asEditor<Page>("insert into public.cms_pages (title, slug) values ('Timed', 'timed') returning *");
    await asEditor("select public.schedule_page($1, $2, now() + interval '1 hour', now() + interval '2 hours')", [
      timed!.id,
      timed!.version,
    ]);
    await asEditor("update public.cms_pages set title = 'Written later' where id = $1", [timed!.id]);
    const isPublished = async () => {
      await runJob(database, 'pages');
      return (await database.owner.query<{ is: boolean }>('select is_published as is from public.cms_pages where id = $1', [timed!.id]))
        .rows[0]!.is;
    };
    expect(await isPublished()).toBe(false);
    await database.owner.query("update public.cms_pages set publish_at = now() - interval '1 minute' where id = $1", [timed!.id]);
    expect(await isPublished()).toBe(true);
    expect(await isPublished()).toBe(true);
    expect((await asVisitor('timed'))[0]!.title).toBe('Timed');
    const [now] = await asEditor<Page>('select title, version, published_version, publish_at from public.cms_pages where id = $1', [
      timed!.id,
    ]);
    expect(now).toMatchObject({ title: 'Written later', published_version: timed!.version, publish_at: null });
    expect(await asEditor("select id from public.cms_page_versions where page_id = $1 and reason = 'published'", [timed!.id])).toHaveLength(
      1,
    );
    await database.owner.query("update public.cms_pages set unpublish_at = now() - interval '1 minute' where id = $1", [timed!.id]);
    expect(await isPublished()).toBe(false);
    expect(await asVisitor('timed')).toEqual([]);
    await asEditor("update public.cms_pages set slug = 'timed-again' where id = $1", [timed!.id]);
    await asEditor('select public.publish_page($1)', [timed!.id]);
    expect((await database.owner.query("select page_id from public.cms_redirects where slug = 'timed'")).rows).toEqual([
      { page_id: timed!.id },
    ]);
  });

  it('are scheduled only for the future, at the version the caller has seen', async () => {
    const [mine] = await asEditor<Page>("insert into public.cms_pages (title, slug) values ('Plan', 'plan') returning *");
    const schedule = (version: number, publishAt: string | null, unpublishAt: string | null) =>
      refusal(asEditor('select public.schedule_page($1, $2, $3, $4)', [mine!.id, version, publishAt, unpublishAt]));
    expect((await schedule(mine!.version, '2020-01-01', null))?.hint).toBe('page.time_has_passed');
    expect((await schedule(mine!.version, '2090-01-02', '2090-01-01'))?.hint).toBe('page.times_crossed');
    expect((await schedule(mine!.version, null, '2090-01-01'))?.hint).toBe('page.not_published');
    expect((await schedule(mine!.version + 1, '2090-01-01', null))?.hint).toBe('page.changed_meanwhile');
    expect((await refusal(asEditor('update public.cms_pages set publish_at = now() where id = $1', [mine!.id])))?.code).toBe('42501');
  });

  it('are not restored over a version the caller has not seen', async () => {
    const [version] = await asEditor<{ id: string }>('select id from public.cms_page_versions where page_id = $1 limit 1', [page.id]);
    expect((await refusal(asEditor('select public.restore_page_version($1, 0)', [version!.id])))?.hint).toBe('page.changed_meanwhile');
  });
});

describe('the content revision', () => {
  it.each([
    ['a publish', () => asEditor('select public.publish_page($1)', [page.id])],
    ['a price', () => asEditor("update public.addons set price = price + 1 where name = 'Quick Fees'")],
    ['a question', () => asEditor("update public.faqs set answer = answer || ' ' where surface = 'demo'")],
    ['a setting', () => asEditor('update public.settings set value = value || \'{"tagline": "New"}\' where key = \'brand\'')],
  ])('grows with %s', async (_, change) => {
    const before = await revision();
    await change();
    expect(await revision()).toBeGreaterThan(before);
  });

  it('stays with a draft', async () => {
    const before = await revision();
    await asEditor("update public.cms_pages set title = 'Only a draft' where id = $1", [page.id]);
    expect(await revision()).toBe(before);
  });
});
