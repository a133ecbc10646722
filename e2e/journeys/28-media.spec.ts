import type { Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const stamp = Date.now().toString(36);

test.afterAll(async () => {
  await sql('delete from public.cms_media where original_filename like $1', [`%${stamp}%`]);
});

/** A camera-sized image, larger than a phone displays. */
async function picture(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 900);
    const pen = canvas.getContext('2d');
    for (let at = 0; pen && at < 16; at += 1) {
      pen.fillStyle = `hsl(${at * 22} 70% 50%)`;
      pen.fillRect(at * 100, 0, 100, 900);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test('files are uploaded over a failing connection, described, linked, deleted and restored; an HTML file named as an image is refused', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInDirectly(page, accounts.superAdmin);
  await page.goto('/dashboard/cms/media');
  const names = { one: `field-${stamp}.png`, other: `hall-${stamp}.png`, trick: `trick-${stamp}.png`, empty: `empty-${stamp}.pdf` };
  const buffer = await picture(page);

  // The connection fails during the second upload.
  let isDown = false;
  let seen = 0;
  await page.route('**/storage/v1/object/upload/sign/**', (route) => {
    if (route.request().method() === 'PUT' && !isDown && (seen += 1) > 2) isDown = true;
    return isDown ? route.abort('internetdisconnected') : route.continue();
  });
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      { name: names.trick, mimeType: 'image/png', buffer: Buffer.from('<html><script>alert(1)</script></html>') },
      { name: names.empty, mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      ...[names.one, names.other].map((name) => ({ name, mimeType: 'image/png', buffer })),
    ]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByText(`${names.other}: Failed`)).toContainText('It resumes when you are back online.');
  await expect(uploads.getByText(`${names.trick}: Failed`)).toContainText(/\w+\./);
  await expect(uploads.getByText(`${names.empty}: Failed`)).toContainText(/empty/i);
  await context.setOffline(true);
  await page.unroute('**/storage/v1/object/upload/sign/**');
  await context.setOffline(false);
  await expect(uploads.getByText(`${names.other}: Uploaded`)).toBeVisible();
  await expect(uploads.getByText(`${names.one}: Uploaded`)).toBeVisible();
  const stored = await sql<{ name: string; sizes: number }>(
    'select original_filename as name, jsonb_array_length(sizes) as sizes from public.cms_media where original_filename like $1 order by 1',
    [`%${stamp}%`],
  );
  expect(stored.map(({ name }) => name)).toEqual([names.one, names.other]);
  for (const { sizes } of stored) expect(sizes).toBeGreaterThan(0);

  const search = page.getByRole('searchbox', { name: 'Search media' });
  await search.fill(names.one);
  await page.getByRole('button', { name: `Details of ${names.one}` }).click();
  const details = page.getByRole('dialog', { name: `Details of ${names.one}` });
  await details.getByLabel('Alt text').fill(`The field in ${stamp}`);
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(details).toBeHidden();
  await search.fill(`the FIELD in ${stamp}`);
  await page.getByRole('button', { name: `Copy link of ${names.one}` }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const response = await page.request.get(address);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/png']);

  await page.getByRole('button', { name: `Delete ${names.one}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this file?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No media files found')).toBeVisible();
  expect((await page.request.get(address)).status()).toBeGreaterThanOrEqual(400);
  await page.getByLabel('File type').selectOption({ label: 'Deleted' });
  await page.getByRole('button', { name: `Restore ${names.one}` }).click();
  await expect(page.getByText('No media files found')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(200);
});
