import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const add = (from: string, to: string, caller: string | null = superAdmin) =>
  database.as(caller, (client) => client.query('insert into public.site_redirects (from_path, to_path) values ($1, $2)', [from, to]));
const goesTo = async (path: string) =>
  (await database.as(null, (client) => client.query<{ to: string | null }>('select public.redirect_of($1) as to', [path]))).rows[0]!.to;

describe('redirects', () => {
  it('lead visitors on, whatever the case and the last slash', async () => {
    await add('/Old-Prices/', '/pricing');
    await add('/2019/brochure.html', 'https://files.example.com/brochure.pdf');
    expect(await goesTo('/old-prices')).toBe('/pricing');
    expect(await goesTo('/2019/brochure.html')).toBe('https://files.example.com/brochure.pdf');
    expect(await goesTo('/nowhere')).toBeNull();
  });

  it.each([
    ['/pricing', '/faq', 'redirect.reserved'],
    ['/dashboard/anything', '/faq', 'redirect.reserved'],
    ['/favicon.ico', '/faq', 'redirect.reserved'],
    ['/sw.js', '/faq', 'redirect.reserved'],
    ['/', '/faq', 'redirect.from'],
    ['/2019/brochure.pdf', '/faq', 'redirect.file'],
    ['old', '/faq', 'redirect.from'],
    ['/a?b=c', '/faq', 'redirect.from'],
    ['//evil.test', '/faq', 'redirect.from'],
    ['/../etc', '/faq', 'redirect.from'],
    ['/a', '//evil.test', 'redirect.to'],
    ['/a', '/\\evil.test', 'redirect.to'],
    ['/a', 'javascript:alert(1)', 'redirect.to'],
    ['/a', 'http://plain.test', 'redirect.to'],
    ['/a', '', 'redirect.to'],
    ['/a', '/a', 'redirect.loop'],
    ['/a', '/A/?x=1', 'redirect.loop'],
    ['/documentation', '/faq', 'redirect.page'],
    ['/old-prices', '/faq', 'redirect.taken'],
  ])('from %s to %s is refused: %s', async (from, to, code) => {
    expect((await refusal(add(from, to)))?.hint).toBe(code);
  });

  it('are among the addresses of the site, with those of published pages', async () => {
    const [row] = (await database.as(null, (client) => client.query<{ all: string[] }>('select public.site_addresses() as all'))).rows;
    expect(row?.all).toEqual(expect.arrayContaining(['/old-prices', '/2019/brochure.html', '/documentation']));
    expect(row?.all).not.toContain('/nowhere');
    expect(new Set(row?.all).size).toBe(row?.all.length);
    const drafts = await database.as(superAdmin, (client) =>
      client.query<{ path: string }>(
        "select '/' || slug as path from public.cms_pages p where not exists (select from public.published_pages x where x.page_id = p.id)",
      ),
    );
    for (const { path } of drafts.rows) expect(row?.all).not.toContain(path);
  });

  it('never lead in a circle, nor through many steps', async () => {
    await add('/b', '/c');
    await add('/c', '/d#part');
    expect((await refusal(add('/d', '/b')))?.hint).toBe('redirect.loop');
    for (const [from, to] of [
      ['/d', '/e'],
      ['/e', '/f'],
      ['/f', '/g'],
    ] as const)
      await add(from, to);
    expect((await refusal(add('/z', '/b')))?.hint).toBe('redirect.chain');
    const change = database.as(superAdmin, (client) =>
      client.query("update public.site_redirects set to_path = '/b' where from_path = '/f'"),
    );
    expect((await refusal(change))?.hint).toBe('redirect.loop');
  });

  it('are managed by no other role', async () => {
    for (const caller of ['admin@greenfield.test', null]) expect((await refusal(add('/mine', '/faq', caller)))?.code).toBe('42501');
  });
});
