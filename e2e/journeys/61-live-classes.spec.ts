import { license } from '../licences.ts';
import { accounts, expect, signIn, sql, test } from '../product.ts';

const school = 'Greenfield Academy';
const home = '/dashboard/addons/live-classes';

test.afterAll(async () => {
  await sql("delete from public.live_accounts where provider = 'zoom'");
});

test(
  'a lesson is held by Zoom: keys, meeting, own link, report, register',
  { tag: ['@long', '@addon-live-classes'] },
  async ({ page, browser }) => {
    await license(school, 'addon:zoom', true);
    await page.goto('/_local/');
    const shown = await page.getByText(/Zoom’s account is/).textContent();
    const [, accountId = '', clientId = '', secret = ''] = /account is (\S+), its client (\S+), its secret (\S+)\./.exec(shown ?? '') ?? [];
    await page.goto('/login');
    await signIn(page, accounts.admin);
    await page.goto(`${home}/accounts`);
    await page.getByRole('button', { name: 'Connect Zoom' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account ID').fill(accountId);
    await dialog.getByLabel('Client ID').fill(clientId);
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill('wrong');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(dialog.getByText(/Zoom does not know these keys/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill(secret);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('region', { name: 'The school’s Zoom account' }).getByText('Connected')).toBeVisible();
    await page.goto(home);
    await expect(page.getByText('Ready').first()).toBeVisible({ timeout: 60_000 });
    // The next lesson of Form 3 East begins in five minutes.
    const [meeting] = await sql<{ id: string; room: string; student: string; registrant: string }>(
      `with soon as (select m.id from public.live_meetings m join public.classes c on c.id = m.class_id where c.name = 'Form 3 East' and m.made_at is not null
         and m.starts_at > now() order by m.starts_at limit 1)
       update public.live_meetings m set starts_at = now() + interval '5 minutes', ends_at = now() + interval '45 minutes', day = private.school_today(m.school_id),
         is_changed_by_hand = true from soon, private.live_meeting_links k, public.students s, private.live_registrants r
       where m.id = soon.id and k.meeting_id = m.id and s.first_name = 'Brian' and s.last_name = 'Njeri' and r.meeting_id = m.id and r.student_id = s.id
       returning m.id, k.provider_id as room, s.id as student, r.registrant_id as registrant`,
    );
    await sql('delete from public.attendance where student_id = $1 and day = private.today()', [meeting?.student]);
    const family = await browser.newContext();
    try {
      const parent = await family.newPage();
      await parent.goto('/login');
      await signIn(parent, accounts.parent);
      await parent.goto(`${home}/calendar`);
      await parent
        .getByRole('button', { name: /^Join .* as Brian$/ })
        .first()
        .click();
      await expect(parent.getByRole('textbox', { name: 'Your name' })).toHaveValue('Brian');
    } finally {
      await family.close();
    }
    const staff = await browser.newContext();
    try {
      const teacher = await staff.newPage();
      await teacher.goto('/login');
      await signIn(teacher, accounts.teacher);
      await teacher.goto(home);
      await teacher
        .getByRole('button', { name: /^Start .*Form 3 East/ })
        .first()
        .click();
      await teacher.getByRole('button', { name: 'Join the meeting' }).click();
      await expect(teacher.getByRole('button', { name: `Leave: ${accounts.teacher}` })).toBeVisible();
      // Brian has been there for half an hour by his own link; somebody came under a name.
      await teacher.getByLabel('Name', { exact: true }).fill('Brian N');
      await teacher.getByLabel('By the link of').selectOption({ value: meeting?.registrant ?? '' });
      await teacher.getByLabel('Came minutes ago').fill('30');
      await teacher.getByRole('button', { name: 'Join', exact: true }).click();
      await teacher.getByLabel('Name', { exact: true }).fill('Grace');
      await teacher.getByRole('button', { name: 'Join', exact: true }).click();
      await teacher.getByRole('button', { name: 'Admit: Grace' }).click();
      await teacher.getByRole('button', { name: 'Record' }).click();
      await teacher.getByRole('button', { name: 'End for everybody' }).click();
      await expect(teacher.getByText(/Ended at/)).toBeVisible();
      await teacher.goto(`${home}/held?meeting=${meeting?.id}`);
      await teacher.getByRole('button', { name: 'Ask who came' }).click();
      const brian = teacher.getByRole('row', { name: /Brian Njeri/ });
      await expect(brian.getByRole('cell', { name: '30', exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(brian.getByRole('combobox')).toHaveValue('present');
      await expect(teacher.getByRole('region', { name: 'To be matched' }).getByText('Grace', { exact: true })).toBeVisible();
      await expect(teacher.getByRole('region', { name: 'Recordings' }).getByRole('link')).toHaveCount(1);
      await teacher.getByRole('button', { name: /^Confirm \d+ mark/ }).click();
      await expect(brian.getByRole('combobox')).toHaveCount(0);
      await expect(brian.getByText('Present')).toBeVisible();
    } finally {
      await staff.close();
    }
    const kept = await sql<{ status: string }>('select status from public.attendance where student_id = $1 and day = private.today()', [
      meeting?.student,
    ]);
    expect(kept).toEqual([{ status: 'present' }]);
  },
);
