import { expect, startPage, test } from '../product.ts';

test.use({ serviceWorkers: 'allow' });

test('the site is installable: manifest, icons and an offline page', async ({ page, context, request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    name: string;
    start_url: string;
    icons: { src: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/dashboard', name: expect.stringContaining('Masomo') });
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);

  await page.goto('/');
  await startPage(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The service worker caches the page's scripts from the next document on.
  await page.goto('/pricing');
  await startPage(page);
  await context.setOffline(true);
  await page.goto('/about').catch(() => undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline');
});

test('the cached release is the live one', async ({ page }) => {
  await page.goto('/');
  await startPage(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.evaluate(async () => {
    const cache = await caches.open('releases');
    await cache.put('/releases/mfe-marketing/0.0.1-gone/remoteEntry.js', new Response('old'));
  });
  await page.goto('/pricing');
  await startPage(page);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await fetch('/registry.json', { cache: 'no-store' });
        return (await (await caches.open('releases')).keys()).map((request) => new URL(request.url).pathname);
      }),
    )
    .not.toContain('/releases/mfe-marketing/0.0.1-gone/remoteEntry.js');
  const cached = await page.evaluate(async () => (await (await caches.open('releases')).keys()).map((file) => new URL(file.url).pathname));
  expect(cached.some((path) => path.startsWith('/releases/shell/'))).toBe(true);
  expect(cached.some((path) => path.startsWith('/releases/mfe-marketing/'))).toBe(true);
});
