import type { Page } from '@playwright/test';
import { chromiumPath } from '@masomo/tools/browser/chromium.ts';
import { expect, signInDirectly, signOut, sql, test } from '../product.ts';

// A browser of the tests reaches no push service, so the simulated one takes its place; what it opened is then given to the service worker.
// The browser without an interface shows no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox'] } });

type Device = { id: string; shown: { payload: string }[] };
const parent = 'parent@greenfield.test';
const newestDevice = async (page: Page) => ((await (await page.request.get('/_local/push.json')).json()) as Device[])[0];

/** What the school announces, which is not what a locked screen may show. */
const announce = (title: string) =>
  sql(
    `insert into public.announcements (school_id, title, body, audience)
     select school_id, $2, 'Amina is ill and owes 5,000.', '{parent}' from public.users where email = $1`,
    [parent, title],
  );

const notes = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
  });

/** Gives a message to the service worker, as the browser does with one of its push service. */
async function deliver(page: Page, payload: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId));
  });
  await devTools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: payload });
}

async function turnOn(page: Page): Promise<void> {
  // What a person says to the browser's own question.
  await page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
  await page.goto('/dashboard/profile');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByRole('list', { name: 'Devices that take messages' })).toContainText('This device');
}

test('a parent turns messages on by a press, is told without details, and is told no more after signing out', async ({ page }) => {
  await signInDirectly(page, parent);
  await turnOn(page);
  await announce('Fees are due');
  await expect.poll(async () => (await newestDevice(page))?.shown.length).toBe(1);
  const payload = (await newestDevice(page))?.shown[0]?.payload ?? '';
  expect(payload).not.toMatch(/Fees|Amina|5,000/);
  await deliver(page, payload);
  await expect.poll(() => notes(page)).toEqual([['Greenfield Academy', 'There is a new announcement.']]);

  await signOut(page);
  await expect.poll(() => notes(page)).toEqual([]);
  await announce('Not for a phone that is signed out');
  await signInDirectly(page, 'student@greenfield.test');
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Devices that take messages' })).toHaveCount(0);
  expect((await newestDevice(page))?.shown).toHaveLength(1);
});

test('a parent whose browser was deleted is told by email, until messages are turned on again', async ({ page }) => {
  await signInDirectly(page, parent);
  await turnOn(page);
  const device = await newestDevice(page);
  await page.request.post(`/_local/push/${device?.id}/remove`);
  await announce('Sports day');
  const mails = () =>
    sql(
      `select m.id from public.mail_outbox m join public.notifications n on n.id::text = split_part(m.idempotency_key, '/', 2)
       where m.template = 'notice-announcements' and m.to_address = $1 and n.body like 'Amina%' and n.title like '%Sports day%'`,
      [parent],
    );
  await expect.poll(async () => (await mails()).length).toBe(1);
  await page.reload();
  await expect(page.getByText('Your device does not take messages any more')).toBeVisible();
  await turnOn(page);
  await expect(page.getByText('Your device does not take messages any more')).toHaveCount(0);
});
