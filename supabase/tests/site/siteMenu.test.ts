import { describe, expect, it } from 'vitest';
import { siteMenuSchema, sitePages, storedMenuSchema, type StoredMenu } from '@masomo/domain/siteMenu';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const read = async () => {
  const [row] = (
    await database.owner.query<{ value: unknown; seen: string }>(
      "select value, updated_at::text as seen from public.settings where key = 'menu'",
    )
  ).rows;
  return { menu: storedMenuSchema.parse(row?.value), seen: row?.seen ?? '' };
};
type Answer = { updatedAt?: string; problems?: { path: string; problem: string }[] };
async function save(change: (menu: StoredMenu) => unknown, caller: string | null = superAdmin): Promise<Answer> {
  const { menu, seen } = await read();
  const { rows } = await database.as(caller, (client) =>
    client.query<{ answer: Answer }>("select public.save_setting('menu', $1, $2) as answer", [JSON.stringify(change(menu)), seen]),
  );
  return rows[0]!.answer;
}
const shown = async (language = 'en', caller: string | null = null) =>
  siteMenuSchema.parse(
    (await database.as(caller, (client) => client.query<{ menu: unknown }>('select public.site_menu($1) as menu', [language]))).rows[0]
      ?.menu,
  );
const link = (label: string, to: string, shownTo = 'everyone') => ({ label, sw: '', to, shownTo });
const paths = ({ problems = [] }: Answer) => problems.map(({ path }) => path);

describe('the menu of the site', () => {
  it('starts as it was before it could be edited, in both languages', async () => {
    const english = await shown();
    expect(english.header.map(({ label, to }) => [label, to])).toEqual([
      ['Home', '/'],
      ['Versions', '/versions'],
      ['Features', '/features'],
      ['Demo', '/demo'],
      ['Pricing', '/pricing'],
      ['Store', '/store'],
      ['About', '/about'],
      ['Contact Us', '/contact'],
    ]);
    expect(english.header.filter(({ forVisitors }) => forVisitors).map(({ label }) => label)).toEqual(['Contact Us']);
    expect(english.footer.map(({ label, links }) => [label, links?.length])).toEqual([
      ['Product', 5],
      ['Company', 4],
      ['Legal', 2],
    ]);
    const swahili = await shown('sw');
    expect(swahili.header[0]).toEqual({ label: 'Mwanzo', to: '/' });
    expect(JSON.stringify(swahili)).not.toContain('"lang"');
  });

  it('shows what is saved: groups, hidden entries, English where a label is not translated', async () => {
    await save((menu) => ({
      ...menu,
      header: [
        { ...link('Our product', ''), links: [link('Features', '/features'), link('Press', 'https://press.example/', 'nobody')] },
        { ...link('Staff', '/login', 'visitors'), links: [] },
        { ...link('Later', '/pricing', 'nobody'), links: [] },
      ],
    }));
    expect((await shown()).header).toEqual([
      { label: 'Our product', links: [{ label: 'Features', to: '/features' }] },
      { label: 'Staff', to: '/login', forVisitors: true },
    ]);
    expect((await shown('sw')).header[1]).toEqual({ label: 'Staff', lang: 'en', to: '/login', forVisitors: true });
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['another protocol', 'data:text/html,x'],
    ['plain http', 'http://example.test/'],
    ['another origin', '//evil.test'],
    ['a backslash', '/\\evil.test'],
  ])('refuses %s as a target, at its place', async (_what, to) => {
    expect(paths(await save((menu) => ({ ...menu, header: [{ ...link('Bad', to), links: [] }] })))).toEqual(['header.0.to']);
    expect(paths(await save((menu) => ({ ...menu, footer: [{ ...menu.footer[0], links: [link('Bad', to)] }] })))).toEqual([
      'footer.0.links.0.to',
    ]);
  });

  it('refuses what no visitor could use', async () => {
    const header = (entry: unknown) => save((menu) => ({ ...menu, header: [entry] }));
    expect(paths(await header({ ...link('', '/'), links: [] }))).toEqual(['header.0.label']);
    expect(paths(await header({ ...link('x'.repeat(31), '/'), links: [] }))).toEqual(['header.0.label']);
    expect(paths(await header({ ...link('Nowhere', ''), links: [] }))).toEqual(['header.0.to']);
    expect(paths(await header({ ...link('Both', '/pricing'), links: [link('Demo', '/demo')] }))).toEqual(['header.0.to']);
    expect(paths(await header({ ...link('Who', '/', 'teachers'), links: [] }))).toEqual(['header.0.shownTo']);
    expect(paths(await header({ ...link('Deep', ''), links: [{ ...link('Deeper', '/demo'), links: [] }] }))).toEqual([
      'header.0.links.0.links',
    ]);
    const ten = Array.from({ length: 10 }, () => ({ ...link('Home', '/'), links: [] }));
    expect(paths(await save((menu) => ({ ...menu, header: ten })))).toEqual(['header']);
  });

  it('names a page that is not published, and leaves out one that no longer is', async () => {
    const [page] = (
      await database.as(superAdmin, (client) =>
        client.query<{ id: string }>(
          "insert into public.cms_pages (slug, title, is_published) values ('our-school', 'Our school', false) returning id",
        ),
      )
    ).rows;
    const add = (menu: StoredMenu) => ({ ...menu, header: [{ ...link('School', '/our-school?from=menu#top'), links: [] }] });
    const refused = await save(add);
    expect(paths(refused)).toEqual(['header.0.to']);
    expect(refused.problems?.[0]?.problem).toContain('/our-school');
    await database.as(superAdmin, (client) => client.query('select public.publish_page($1)', [page?.id]));
    expect((await save(add)).updatedAt).toBeTruthy();
    expect((await shown()).header).toEqual([{ label: 'School', to: '/our-school?from=menu#top' }]);
    // A renamed page keeps its entry, which leads to the new address.
    await database.as(superAdmin, async (client) => {
      await client.query("update public.cms_pages set slug = 'the-school' where id = $1", [page?.id]);
      await client.query('select public.publish_page($1)', [page?.id]);
    });
    expect((await shown()).header).toEqual([{ label: 'School', to: '/the-school' }]);
    await database.as(superAdmin, (client) => client.query('select public.unpublish_page($1)', [page?.id]));
    expect((await shown()).header).toEqual([]);
    // Hidden, it can be saved again.
    expect(
      (await save((menu) => ({ ...menu, header: [{ ...link('School', '/our-school', 'nobody'), links: [] }] }))).updatedAt,
    ).toBeTruthy();
  });

  it('leaves out the terms while they are not published', async () => {
    const legal = async () => (await shown()).footer.find(({ label }) => label === 'Legal')?.links?.map(({ to }) => to);
    expect(await legal()).toEqual(['/terms', '/privacy']);
    await database.as(superAdmin, (client) => client.query("select public.unpublish_page(id) from public.cms_pages where slug = 'terms'"));
    expect(await legal()).toEqual(['/privacy']);
    await database.as(superAdmin, (client) => client.query("select public.publish_page(id) from public.cms_pages where slug = 'terms'"));
    expect(await legal()).toEqual(['/terms', '/privacy']);
  });

  it('is changed by super admins only, and changes the revision of the content', async () => {
    const revision = async () =>
      (await database.owner.query<{ revision: string }>('select revision::text from public.content_revision')).rows[0]?.revision;
    const before = await revision();
    await save((menu) => ({ ...menu, header: menu.header.toReversed() }));
    expect(Number(await revision())).toBeGreaterThan(Number(before));
    for (const caller of ['admin@greenfield.test', null]) expect((await refusal(save((menu) => menu, caller)))?.code).toBe('42501');
  });

  it('knows the same pages of the site in the database and on the screens', async () => {
    const [row] = (await database.owner.query<{ pages: string[] }>('select private.site_pages() as pages')).rows;
    expect(row?.pages).toEqual([...sitePages]);
  });
});
