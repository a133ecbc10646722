import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accounts, expect, signInDirectly, sql, test } from '../product.ts';

const stamp = Date.now().toString(36);

test.afterAll(async () => {
  await sql('delete from public.assignments where title like $1', [`%${stamp}`]);
});

/** A photo of a written page as a phone takes it, with a place where cameras write one. */
async function photo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 3200);
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = '#f4f1e8';
      pen.fillRect(0, 0, 2400, 3200);
      pen.fillStyle = '#223';
      pen.font = '90px serif';
      for (let line = 0; line < 20; line += 1) pen.fillText('Roots drink, leaves make sugar.', 150, 300 + line * 140);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })).arrayBuffer())];
  });
  const jpeg = Buffer.from(bytes);
  const place = Buffer.from('Exif\0\0GPS 1.2921 S 36.8219 E');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(place.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, place, jpeg.subarray(2)]);
}

// Rules: assignmentFiles.test.ts; a line that breaks: createFileSender.test.ts, handIn.test.tsx.
test.setTimeout(300_000);

test('a teacher attaches a sheet, a student hands in photos from a phone over a line that breaks, and the teacher marks the pages', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = `Leaves ${stamp}`;
  await signInDirectly(page, accounts.teacher);
  await page.goto('/dashboard/assignments');
  await page.getByRole('button', { name: 'Set assignment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set assignment' });
  await dialog.getByLabel('Class and subject').selectOption({ label: 'Form 3 East, Biology' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Instructions').fill('Name the parts on the sheet.');
  await dialog.getByLabel('Out of').fill('20');
  await dialog.getByLabel('Files').setInputFiles([
    { name: 'Sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${'leaf '.repeat(2_000)}`) },
    { name: 'trick.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html><script>alert(1)</script></html>') },
  ]);
  await expect(dialog.getByText('The content of this file is not what its name says')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove trick.pdf' }).click();
  await expect(dialog.getByText(/^Arrived/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Set assignment' }).click();
  await expect(dialog).toBeHidden();

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...(baseURL ? { baseURL } : {}) };
  const student = await (await browser.newContext(phone)).newPage();
  await signInDirectly(student, accounts.student);
  await student.goto('/dashboard');
  await student.getByRole('button', { name: `Read ${title}` }).click();
  const work = student.getByRole('dialog', { name: title });
  await expect(work.getByText('Name the parts on the sheet.')).toBeVisible();
  const [sheet] = await Promise.all([student.waitForEvent('download'), work.getByRole('button', { name: 'Download Sheet.pdf' }).click()]);
  expect(sheet.suggestedFilename()).toBe('Sheet.pdf');
  await work.getByRole('button', { name: 'Hand in' }).click();

  await test.step('the line breaks, and the browser is closed: text and photo are still there', async () => {
    await work.getByLabel('Your answer').fill('Both pages are mine.');
    await student.route('**/storage/v1/object/upload/sign/**', (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    await work.getByLabel('Photo of the page').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photo(student) });
    await expect(work.getByText('The line broke.')).toBeVisible();
    await expect(work.getByText('Kept on this device')).toBeVisible();
    await student.reload();
    await student.getByRole('button', { name: `Hand in ${title}` }).click();
    await expect(work.getByLabel('Your answer')).toHaveValue('Both pages are mine.');
    await expect(work.getByText('IMG_1.jpg')).toBeVisible();
  });
  await student.unroute('**/storage/v1/object/upload/sign/**');
  await expect(work.getByRole('button', { name: 'Take the next page' })).toBeVisible();
  await work.getByLabel('Photo of the page').setInputFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: await photo(student) });
  // Pressed before the pages have arrived, it is handed in when they have.
  await work.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(work).toBeHidden({ timeout: 30_000 });
  await expect(student.getByRole('button', { name: `Change answer to ${title}` })).toBeVisible();
  const stored = await sql<{ name: string; size: number }>(
    `select f.name, f.file_size::integer as size from public.assignment_files f join public.assignments a on a.id = f.assignment_id
     where a.title = $1 and f.student_id is not null order by f.position`,
    [title],
  );
  expect(stored.map(({ name }) => name)).toEqual(['IMG_1.jpg', 'IMG_2.jpg']);

  await page.getByRole('link', { name: title }).click();
  const pages = page.getByRole('region', { name: 'Pages from Brian Njeri' });
  const picture = pages.getByRole('img', { name: 'Page 1 from Brian Njeri' });
  await expect(picture).toBeVisible();
  // What the camera wrote is gone, and the picture is smaller.
  expect(await picture.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight])).toEqual([1_500, 2_000]);
  const [original] = await Promise.all([page.waitForEvent('download'), pages.getByRole('button', { name: 'Download IMG_1.jpg' }).click()]);
  expect((await readFile(await original.path())).includes('GPS')).toBe(false);
  await pages.getByRole('button', { name: 'Turn' }).click();
  await pages.getByRole('button', { name: 'Larger' }).click();
  await expect(pages.getByText('150%')).toBeVisible();
  await pages.getByRole('button', { name: 'Page after' }).click();
  await expect(pages.getByRole('img', { name: 'Page 2 from Brian Njeri' })).toBeVisible();
  await page.getByLabel('Score out of 20').fill('18');
  await page.getByRole('button', { name: 'Save and next' }).click();
  await expect(page.getByRole('region', { name: 'Students' }).getByRole('button', { name: /Brian Njeri/ })).toContainText('18 / 20');

  const parent = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signInDirectly(parent, accounts.parent);
  await parent.goto('/dashboard');
  await parent.getByRole('radiogroup', { name: 'Child' }).getByRole('radio', { name: 'Brian' }).check();
  await parent.getByRole('button', { name: `Read ${title}` }).click();
  const read = parent.getByRole('dialog', { name: title });
  for (const file of ['Sheet.pdf', 'IMG_1.jpg', 'IMG_2.jpg'])
    await expect(read.getByRole('button', { name: `Download ${file}` })).toBeVisible();
  await expect(read.getByText('Mark: 18 of 20')).toBeVisible();
  await expect(read.getByRole('button', { name: 'Hand in' })).toHaveCount(0);
});
