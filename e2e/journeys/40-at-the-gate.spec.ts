import path from 'node:path';
import { chromium, type Page, type Route } from '@playwright/test';
import { chromiumPath } from '@masomo/tools/browser/chromium.ts';
import { writeCardVideo } from '../fakeCamera.ts';
import { license as licenseAddon, takeAllAddons } from '../licences.ts';
import { accounts, dataDir, expect, signIn, signInDirectly, sql, test } from '../product.ts';

const home = '/dashboard/addons/qr-attendance';
const emptySeconds = 15;
const addonFiles = '**/releases/addon-qr-attendance/**';

const license = (school: string, isOn: boolean) => licenseAddon(school, 'addon:qr-attendance', isOn);

test(
  'a card held up at the gate without a connection marks the register and tells the family',
  { tag: ['@long', '@addon-qr-attendance'] },
  async ({ baseURL }) => {
    await license('Greenfield Academy', true);
    const [student] = await sql<{ id: string; name: string; code: string }>(
      `with card as (insert into public.gate_cards (school_id, student_id) select s.school_id, s.id from public.students s where s.admission_number = 'GA/1041' on conflict do nothing)
     select s.id, s.first_name || ' ' || s.last_name as name, k.code from public.students s join public.gate_cards k on k.student_id = s.id and k.revoked_at is null where s.admission_number = 'GA/1041'`,
    );
    if (!student) throw new Error('Brian has no card.');
    await sql('delete from public.gate_sightings where student_id = $1 and day = private.today()', [student.id]);
    await sql('delete from public.attendance where student_id = $1 and day = private.today()', [student.id]);
    const seen = () =>
      sql<{ outcome: string; status: string }>(
        'select g.outcome, a.status from public.gate_sightings g join public.attendance a on a.student_id = g.student_id and a.day = g.day where g.student_id = $1 and g.day = private.today()',
        [student.id],
      );

    const video = path.join(dataDir(), 'gate.y4m');
    await writeCardVideo(video, student.code, emptySeconds);
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
    });
    try {
      const context = await browser.newContext({ baseURL: baseURL ?? '', permissions: ['camera'] });
      // As on iPhones and most desktops: the reader is the one of the product's own origin.
      await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
      const page = await context.newPage();
      const readers: URL[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.pathname.endsWith('.wasm')) readers.push(url);
      });
      await page.goto('/login');
      await signIn(page, accounts.staff);
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'QR attendance' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'QR attendance' })).toBeVisible();
      const roster = page.waitForResponse('**/rpc/gate_roster');
      await page.getByRole('navigation', { name: 'QR attendance' }).getByRole('link', { name: 'Scan' }).click();
      await expect(page.getByLabel('Camera view')).toBeVisible();
      await roster;
      expect(readers.map(({ origin, pathname }) => [origin, pathname])).toEqual([
        [new URL(baseURL ?? '').origin, expect.stringMatching(/^\/releases\/addon-qr-attendance\/.+\/assets\/zxing_reader\.\w+\.wasm$/)],
      ]);

      await context.setOffline(true);
      const scans = page.getByRole('list', { name: 'Scans on this device' });
      await expect(scans.getByRole('listitem').filter({ hasText: student.name })).toContainText('Not sent yet', { timeout: 60_000 });
      await expect(page.getByText('1 scan waits on this device')).toBeVisible();
      expect(await seen()).toEqual([]);

      await context.setOffline(false);
      await expect(page.getByText('Everything is sent.')).toBeVisible();
      const [sighting] = await seen();
      expect(['present', 'late']).toContain(sighting?.outcome);
      expect(sighting?.status).toBe(sighting?.outcome);
      const mails = await sql(
        "select 1 from public.mail_outbox where template = 'gate-arrival' and idempotency_key = 'gate-arrival/' || $1 || '/' || private.today()",
        [student.id],
      );
      expect(mails).toHaveLength(1);
    } finally {
      await browser.close();
    }
  },
);

const requestsOf = (page: Page) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  return requests;
};

test(
  'a school without add-ons downloads nothing of one, and its address says where to get it',
  { tag: '@addon-qr-attendance' },
  async ({ page }) => {
    const giveBack = await takeAllAddons('Lakeside School');
    try {
      const requests = requestsOf(page);
      await signInDirectly(page, 'admin@lakeside.test');
      for (const screen of ['/dashboard', '/dashboard/students', '/dashboard/settings', '/dashboard/school/plan']) {
        await page.goto(screen);
        await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
      }
      await page.goto(home);
      await expect(page.getByText('This add-on is not switched on at Lakeside School')).toBeVisible();
      await expect(page.getByRole('link', { name: 'See it in the store' })).toBeVisible();
      expect(requests.filter((url) => url.includes('/releases/addon-') || url.includes('features='))).toEqual([]);
    } finally {
      await giveBack();
    }
  },
);

/** What may happen to the files of an add-on while the screens around its slots stay as they are. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  hangs: () => new Promise(() => undefined),
  'is missing': (route) => route.fulfill({ status: 404, body: 'gone' }),
  throws: (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  'is altered': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  },
};

// What the shell does about each fault is in createExtensionHost.test.ts, what the screen shows in slot.test.tsx.
for (const [fault, inject] of Object.entries(faults)) {
  test(
    `the home screen works while an add-on ${fault}`,
    { tag: ['@addon-qr-attendance', ...(fault === 'is altered' ? [] : ['@long'])] },
    async ({ page }) => {
      await license('Greenfield Academy', true);
      let isBroken = true;
      await page.route(addonFiles, (route) => (isBroken ? inject(route) : route.continue()));
      await signInDirectly(page, accounts.staff);
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
      await expect(page.getByText('QR attendance is not available right now.')).toBeVisible({ timeout: 30_000 });
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Records' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();

      isBroken = false;
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'Today at the gate' })).toBeVisible();
    },
  );
}
