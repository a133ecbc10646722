import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKillable } from '../killableBrowser.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const slug = `killed-${Date.now().toString(36)}`;
const most = 2_000;

test.afterAll(async () => {
  await sql('delete from public.cms_pages where slug = $1', [slug]);
});

test('a browser killed while typing loses at most two seconds of text, even offline', async ({ baseURL }) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'masomo-killed-'));
  const [made] = await sql<{ id: string }>(
    "insert into public.cms_pages (title, slug, body) values ('Typed without a pause', $1, '[]') returning id",
    [slug],
  );
  const address = `${baseURL}/dashboard/cms/pages/${made?.id}/edit`;
  const killed = await openKillable(profile);
  const typedAt: number[] = [];
  try {
    const { page } = killed;
    await page.goto(`${baseURL}/login`);
    await signIn(page, accounts.superAdmin);
    await page.goto(address);
    await page.getByLabel('Meta description').click();
    await page.route('**/rest/v1/cms_pages*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    for (let word = 0; word < 60; word += 1) {
      await page.keyboard.type(`${word} `);
      typedAt.push(Date.now());
      await page.waitForTimeout(60);
    }
  } finally {
    await killed.kill();
  }
  const end = Date.now();

  const again = await openKillable(profile);
  try {
    const { page } = again;
    await page.goto(address);
    if (new URL(page.url()).pathname.startsWith('/login')) await signIn(page, accounts.superAdmin);
    await page.goto(address);
    await page.getByRole('button', { name: 'Restore changes' }).click();
    // The text after the last space is an incomplete word.
    const words = (await page.getByLabel('Meta description').inputValue()).split(' ').slice(0, -1).map(Number);
    expect(words).toEqual(words.map((_, at) => at));
    const firstLost = typedAt[words.length];
    const lost = firstLost === undefined ? 0 : end - firstLost;
    test.info().annotations.push({ type: 'measured', description: `${words.length} of ${typedAt.length} words kept, ${lost} ms lost` });
    expect(lost).toBeLessThanOrEqual(most);
  } finally {
    await again.kill();
    await rm(profile, { recursive: true, force: true });
  }
});
