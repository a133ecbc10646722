import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumPath } from '@masomo/tools/browser/chromium.ts';
import { writeCardVideo } from '../fakeCamera.ts';
import { acceptInvitation, confirmation } from '../mailbox.ts';
import { dataDir, expect, sql, startPage, test } from '../product.ts';

const gate = '/dashboard/addons/qr-attendance';
const emptySeconds = 15;
test.setTimeout(300_000);

/** What the buyer does on the handset when the payment request arrives. */
async function approveOnThePhone(page: Page, phone: string): Promise<void> {
  const requests: { checkoutId: string; phone: string }[] = await (await page.request.get('/_local/phone.json')).json();
  const request = requests.find((known) => known.phone === `254${phone.slice(1)}`);
  expect(request, 'a request waits on the phone').toBeDefined();
  expect((await page.request.post(`/_local/phone/${request?.checkoutId}`, { form: { answer: 'approve' } })).ok()).toBe(true);
}

// Each step by itself: 39 (trial), 13 (import), 10 (M-Pesa), 40 (gate), trials.test.ts, import.test.tsx, gate.test.tsx.
test(
  'a stranger starts a trial on a phone, imports students, buys QR attendance by M-Pesa and scans a card without a connection',
  { tag: '@long' },
  async ({ baseURL }) => {
    const stamp = Date.now().toString(36);
    const email = `head-${stamp}@new-school.test`;
    const family = `mary-${stamp}@family.test`;
    const phone = `07${String(Date.now() % 100_000_000).padStart(8, '0')}`;
    const video = path.join(dataDir(), `gate-${stamp}.y4m`);
    await writeCardVideo(video, 'NOT A CARD YET', emptySeconds);
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
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        permissions: ['camera'],
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));

      await test.step('the trial', async () => {
        await page.goto('/trial');
        await startPage(page);
        await page.getByLabel('Name of the school').fill(`Milimani ${stamp}`);
        await page.getByLabel('Kind of school').selectOption('secondary');
        await page.getByLabel('County').selectOption('Kisumu');
        await page.getByLabel('First name').fill('Achieng');
        await page.getByLabel('Last name').fill('Otieno');
        await page.getByLabel('Email').fill(email);
        await page.getByRole('button', { name: 'Start free trial' }).click();
        await expect(page.getByText('Check your inbox', { exact: true })).toBeInViewport();
        await acceptInvitation(page, (await confirmation(page, email)).link);
      });

      await test.step('the students', async () => {
        await page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: 'Import your students' }).click();
        const [first] = await sql<{ name: string }>(
          'select c.name from public.classes c join public.schools s on s.id = c.school_id where s.name = $1 order by c.name limit 1',
          [`Milimani ${stamp}`],
        );
        const rows = [
          'Admission number,First name,Last name,Class,Guardian name,Guardian phone,Guardian email',
          `M/001,Brian,Otieno,${first?.name},Mary Otieno,0712 345 678,${family}`,
          `M/002,Faith,Wanjiru,${first?.name},,,`,
        ];
        await page
          .getByLabel('File of students')
          .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
        await page.getByRole('button', { name: 'Check rows' }).click();
        await page.getByRole('button', { name: 'Import 2 students' }).click();
        await expect(page.getByText('2 students imported.')).toBeVisible();
      });

      await test.step('the add-on, paid by M-Pesa', async () => {
        await page.goto(gate);
        await page.getByRole('link', { name: 'See it in the store' }).click();
        await startPage(page);
        const card = page
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name: 'QR Code Attendance' }) })
          .first();
        await card.getByRole('button', { name: /add to cart/i }).click();
        await page
          .getByRole('button', { name: /cart 1 item/i })
          .first()
          .click();
        await page
          .getByRole('dialog', { name: /cart/i })
          .getByRole('button', { name: /checkout/i })
          .click();
        const checkout = page.getByRole('dialog', { name: /checkout/i });
        await checkout.getByLabel('Phone').fill(phone);
        await checkout.getByRole('radio', { name: /m-pesa/i }).check();
        await checkout.getByRole('button', { name: /continue to payment/i }).click();
        await checkout.getByRole('button', { name: 'Pay Now' }).click();
        await expect(page.getByText('Check your phone')).toBeVisible();
        await approveOnThePhone(page, phone);
        await expect(page.getByText('Order Successful!')).toBeVisible();
      });

      await test.step('the cards', async () => {
        await page.getByRole('link', { name: 'Go to the dashboard' }).click();
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'QR attendance' }).click();
        await page.getByRole('navigation', { name: 'QR attendance' }).getByRole('link', { name: 'Cards' }).click();
        await page.getByRole('button', { name: 'Issue missing cards' }).click();
        await expect(page.getByText('2 cards issued')).toBeVisible();
      });

      await test.step('the gate, without a connection', async () => {
        const [card] = await sql<{ code: string }>(
          "select k.code from public.gate_cards k join public.students s on s.id = k.student_id join public.schools h on h.id = s.school_id where h.name = $1 and s.admission_number = 'M/001'",
          [`Milimani ${stamp}`],
        );
        await writeCardVideo(video, card?.code ?? '', emptySeconds);
        const roster = page.waitForResponse('**/rpc/gate_roster');
        await page.getByRole('navigation', { name: 'QR attendance' }).getByRole('link', { name: 'Scan' }).click();
        await expect(page.getByLabel('Camera view')).toBeVisible();
        await roster;
        await context.setOffline(true);
        await expect(
          page.getByRole('list', { name: 'Scans on this device' }).getByRole('listitem').filter({ hasText: 'Brian Otieno' }),
        ).toContainText('Not sent yet', { timeout: 60_000 });
        const mails = () => sql("select to_address from public.mail_outbox where template = 'gate-arrival' and to_address = $1", [family]);
        expect(await mails()).toEqual([]);
        await context.setOffline(false);
        await expect(page.getByText('Everything is sent.')).toBeVisible();
        expect(await mails()).toHaveLength(1);
      });
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
