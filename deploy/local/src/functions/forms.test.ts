import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFormsTestBed, type FormsTestBed } from './formsTestBed.ts';

let bed: FormsTestBed;

beforeAll(async () => {
  bed = await createFormsTestBed();
}, 120_000);
afterAll(() => bed?.close());

const post = (...args: Parameters<FormsTestBed['post']>) => bed.post(...args);
const mailbox = (query: string) => bed.mailbox(query);
/** Mails that are sent after the answer to their form. */
const mailed = (query: string) => vi.waitUntil(async () => (await mailbox(query))[0], { timeout: 40_000 });
const ticket = {
  senderName: 'Achieng Otieno',
  senderEmail: 'achieng@school.test',
  subject: 'Marks are missing',
  supportType: 'Technical Issue',
  message: 'Form 2 East has no marks.\nSince Monday.',
};

test('a support request is stored, numbered and mailed to the sender and the team', async () => {
  const { status, body } = await post('send-support-email', ticket);
  expect([status, body]).toEqual([200, { ticketNumber: expect.stringMatching(/^TK-\d{4}-\d{6}$/) }]);
  await expect.poll(() => mailbox('to=support@'), { timeout: 40_000 }).toHaveLength(1);
  await expect.poll(() => mailbox('to=achieng@'), { timeout: 40_000 }).toHaveLength(1);
  const [toSender] = await mailbox('to=achieng@');
  expect(toSender?.subject).toBe(`[#${String(body['ticketNumber'])}] We have your request`);
  expect(toSender?.text).not.toMatch(/Achieng Otieno|Marks are missing|Since Monday/);
  const [toTeam] = await mailbox('to=support@');
  expect(toTeam).toMatchObject({ replyTo: 'achieng@school.test', from: expect.stringContaining('Masomo') });
});

test('a form that the browser posts by itself is stored once, and leads back to its page with the outcome', async () => {
  const postedFrom = async (fields: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) => {
    const response = await bed.local.backend.functions(
      new Request('http://localhost:8102/functions/v1/send-support-email', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-host': 'school.test',
          referer: 'https://school.test//sw/support?a=1',
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
        redirect: 'manual',
      }),
    );
    return [response.status, response.headers.get('location') ?? ((await response.json()) as unknown)];
  };
  const posted = {
    name: 'Achieng Otieno',
    email: 'posted@school.test',
    issueType: 'billing',
    subject: 'An invoice',
    priority: 'high',
    description: 'It is twice as high.',
    website: '',
    language: 'sw',
  };
  const stored = async () =>
    (
      await bed.database.query(
        "select support_type, priority, message from public.support_tickets where sender_email = 'posted@school.test'",
      )
    ).rows;
  expect(await postedFrom(posted)).toEqual([303, '/sw/support?a=1#sent']);
  expect(await postedFrom(posted, { origin: 'https://school.test' })).toEqual([303, '/sw/support?a=1#sent']);
  expect(await stored()).toEqual([{ support_type: 'Billing Question', priority: 'high', message: 'It is twice as high.' }]);
  expect(await postedFrom({ ...posted, email: 'nobody' })).toEqual([303, '/sw/support?a=1#refused']);
  // A script that posts it for the browser shows the answer in place.
  const inPlace = { 'sec-fetch-site': 'same-origin', accept: 'application/json' };
  expect(await postedFrom(posted, inPlace)).toEqual([200, expect.objectContaining({ ticketNumber: expect.any(String) })]);
  expect(await postedFrom({ ...posted, email: 'nobody' }, inPlace)).toEqual([400, expect.objectContaining({ error: expect.any(String) })]);
  // Also from another network, and by the page itself in the meantime: its id says that it is the same one.
  const again = { 'idempotency-key': crypto.randomUUID() };
  const sent = { ...ticket, senderEmail: 'posted@school.test', message: 'Is it lost?' };
  for (const network of ['198.51.100.7', '203.0.113.9'])
    expect(await postedFrom({ ...posted, description: 'Is it lost?' }, { ...inPlace, ...again, 'x-forwarded-for': network })).toEqual([
      200,
      expect.objectContaining({ ticketNumber: expect.any(String) }),
    ]);
  expect((await post('send-support-email', sent, again)).body).toMatchObject({ ticketNumber: expect.any(String) });
  expect(await stored()).toHaveLength(2);
  // Another site's page, and a bot that fills the hidden field.
  expect((await postedFrom({ ...posted, subject: 'Theirs' }, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }))[0]).toBe(
    415,
  );
  expect(await postedFrom({ ...posted, subject: 'Theirs', website: 'x' })).toEqual([303, '/sw/support?a=1#sent']);
  expect(await stored()).toHaveLength(2);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain; x=application/json'])(
  'a form that another site can send as %s is refused',
  async (type) => {
    expect((await post('send-contact-email', {}, { 'content-type': type })).status).toBe(415);
    expect((await post('payment-check', {}, { 'content-type': type })).status).toBe(415);
  },
);

test('repeating a submission creates neither a second ticket nor a second mail', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const again = { ...ticket, senderEmail: 'again@school.test' };
  const results = await Promise.all([
    post('send-support-email', again, headers),
    post('send-support-email', again, headers),
    post('send-support-email', again, headers),
  ]);
  expect(new Set(results.map(({ body }) => body['ticketNumber'])).size).toBe(1);
  await expect.poll(() => mailbox('to=again@'), { timeout: 40_000 }).toHaveLength(1);
});

test('demo requests and contact messages are mailed', async () => {
  const demo = {
    name: 'Wanjiru',
    email: 'wanjiru@school.test',
    phone: '0712345678',
    institution: 'Baraka Academy',
    role: 'Principal/Director',
    version: 'Both',
    message: '',
  };
  expect(await post('send-demo-email', demo)).toEqual({ status: 200, body: {} });
  expect(await mailed('to=sales@')).toMatchObject({ subject: 'Demo request: Baraka Academy (Both)', replyTo: 'wanjiru@school.test' });
  expect(
    await post('send-contact-email', { name: 'Otieno', email: 'otieno@school.test', subject: 'Partnership', message: '<b>Hello</b>' }),
  ).toEqual({ status: 200, body: {} });
  expect((await mailed('subject=Partnership'))?.text).toContain('<b>Hello</b>');
  // The owner of the address is not mailed the words of a stranger.
  const received = [await mailed('to=otieno@'), await mailed('to=wanjiru@')].flatMap((mail) => mail ?? []);
  expect(received.map(({ subject }) => subject)).toEqual(['We have your message', 'We have your demo request']);
  expect(received.filter(({ text }) => /Otieno|Wanjiru|Hello|Baraka/.test(text))).toEqual([]);
});

test('a visitor is answered in the language of the page, the team in its own', async () => {
  const message = { name: 'Otieno', email: 'otieno.sw@school.test', subject: 'Partnership', message: 'Habari', language: 'sw' };
  expect(await post('send-contact-email', message)).toEqual({ status: 200, body: {} });
  expect(await mailed('to=otieno.sw@')).toMatchObject({
    subject: 'Tumepokea ujumbe wako',
    text: expect.stringContaining('Tutakujibu ndani ya siku moja ya kazi.'),
  });
  const isToTeam = async () => (await mailbox('subject=Partnership')).some(({ text }) => text.includes('Habari'));
  await expect.poll(isToTeam, { timeout: 40_000 }).toBe(true);
  expect((await mailbox('subject=Partnership'))[0]?.text).toContain('A message from Otieno');
});

test('an invalid form gets an error with its field', async () => {
  const said = 'Enter an email address like name@school.ac.ke';
  expect(await post('send-support-email', { ...ticket, senderEmail: 'nobody' })).toEqual({
    status: 400,
    body: { code: 'form.invalid', error: said, message: said, sentence: said, args: {}, field: 'senderEmail' },
  });
  expect(await post('send-contact-email', { name: ' ', email: 'a@b.test', subject: 'Other', message: 'x' })).toMatchObject({
    status: 400,
    body: { field: 'name' },
  });
  expect(await post('send-demo-email', '{')).toMatchObject({ status: 400 });
  expect(await post('send-demo-email', '"text"')).toMatchObject({ status: 400 });
  expect(await post('send-contact-email', { message: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
  const read = await bed.local.backend.functions(new Request('http://localhost:8102/functions/v1/send-demo-email'));
  expect(read.status).toBe(405);
});

test('a bot that fills the honeypot field gets a success response and is ignored', async () => {
  const before = (await mailbox('')).length;
  expect(
    await post('send-contact-email', {
      name: 'Bot',
      email: 'bot@spam.test',
      subject: 'Other',
      message: 'Buy',
      website: 'https://spam.test',
    }),
  ).toEqual({ status: 200, body: {} });
  expect((await mailbox('')).length).toBe(before);
});

test('too many requests from one network are rate limited, whatever the sender writes about where it is', async () => {
  const message = (index: number) =>
    post(
      'send-contact-email',
      { name: 'A', email: `a${index}@flood.test`, subject: 'Other', message: 'x' },
      { 'x-forwarded-for': `10.1.1.${index}, 2001:db8:9:9::${index}` },
    );
  for (let index = 0; index < 10; index += 1) expect((await message(index)).status).toBe(200);
  expect(await message(11)).toMatchObject({ status: 429, body: { error: expect.stringContaining('Too many requests') } });
});

test('a mail that cannot be delivered is sent later; the form is accepted anyway', async () => {
  await bed.database
    .query(`create function public.break_mail() returns trigger language plpgsql as $$ begin raise exception 'the outbox is closed'; end $$;
    create trigger break_mail before update on public.mail_outbox for each row execute function public.break_mail()`);
  expect((await post('send-support-email', { ...ticket, senderEmail: 'later@school.test' })).status).toBe(200);
  await bed.database.query('drop trigger break_mail on public.mail_outbox');
  // The job that failed waits before its next attempt.
  await expect.poll(async () => (await mailbox('to=later@')).length, { timeout: 90_000 }).toBe(1);
}, 120_000);

test('a mail that cannot be rendered fails permanently with a reason', async () => {
  const { rows } = await bed.database.query<{ id: string }>(
    `insert into public.mail_outbox (idempotency_key, template, to_address) values ('odd/1', 'no-such-template', 'x@school.test') returning id`,
  );
  const state = async () =>
    (await bed.database.query('select status, last_error, attempts from public.mail_outbox where id = $1', [rows[0]?.id])).rows[0];
  await expect
    .poll(state, { timeout: 40_000 })
    .toEqual({ status: 'failed', last_error: 'There is no email template "no-such-template".', attempts: 1 });
});

test('a super admin invites a teacher by mail; other users cannot invite', async () => {
  const owner = await bed.account('owner@masomo.test');
  await bed.database.query('insert into public.super_admins (id) values ($1)', [owner.id]);
  const person = await bed.account('person@school.test');
  const guest = { email: 'new.teacher@school.test', role: 'user', firstName: 'Njeri' };
  const invite = (body: unknown, authorization: string) => post('invite-user', body, { apikey: bed.local.publishableKey, authorization });

  expect(await invite(guest, person.authorization)).toMatchObject({
    status: 403,
    body: { error: 'Only a super admin or an administrator of the school may do this.' },
  });
  expect((await post('invite-user', guest)).status).toBe(401);
  expect(await invite({ ...guest, role: 'teacher' }, owner.authorization)).toMatchObject({ status: 400, body: { field: 'school_id' } });
  const { rows: schools } = await bed.database.query(
    "insert into public.schools (name, kind) values ('Baraka Academy', 'primary') returning id",
  );
  const teacher = { email: 'teacher@baraka.test', role: 'teacher', schoolId: schools[0].id };
  await bed.database.query("update public.users set first_name = 'Achieng', last_name = 'Otieno' where id = $1", [owner.id]);
  expect((await invite(teacher, owner.authorization)).status).toBe(200);
  expect((await mailed('to=teacher@baraka'))?.text).toContain('Achieng Otieno invited you to Baraka Academy with the role Teacher.');
  await bed.database.query("update public.users set language = 'sw' where id = $1", [owner.id]);
  expect((await invite({ ...teacher, email: 'mwalimu@baraka.test' }, owner.authorization)).status).toBe(200);
  expect((await mailed('to=mwalimu@baraka'))?.text).toContain(
    'Achieng Otieno amekualika kujiunga na Baraka Academy kwa jukumu la Mwalimu.',
  );
  await bed.database.query('update public.users set first_name = null, last_name = null, language = null where id = $1', [owner.id]);
  expect(await invite(guest, owner.authorization)).toEqual({ status: 200, body: { isNew: true, emailSent: true } });
  const mail = await mailed('to=new.teacher@');
  expect(mail?.text).toContain('with the role User.');
  expect(mail?.text).toContain('you can request a new one there');
  expect(mail?.text).toMatch(/http:\/\/localhost:8102\/login\/confirm\?token_hash=\w+&type=invite/);
  expect((await bed.database.query(`select first_name, role from public.users where email = 'new.teacher@school.test'`)).rows).toEqual([
    { first_name: 'Njeri', role: 'user' },
  ]);
  expect(await invite(guest, owner.authorization)).toEqual({ status: 200, body: { isNew: false, emailSent: true } });
  expect(await invite({ ...guest, email: 'person@school.test' }, owner.authorization)).toMatchObject({
    status: 409,
    body: { field: 'email' },
  });
});

test('a trial is mailed to the address, opens when its link is used, and tells nobody who has an account', async () => {
  const form = {
    school: 'Baraka Hills',
    kind: 'primary',
    county: 'Nakuru',
    firstName: 'Neema',
    lastName: 'Auma',
    email: 'Neema@Baraka.test',
    language: 'sw',
  };
  const opened = async () => (await bed.database.query("select name from public.schools where name = 'Baraka Hills'")).rowCount;
  for (const [field, wrong] of [
    ['kind', 'castle'],
    ['county', ''],
    ['county', 'Atlantis'],
  ] as const)
    expect(await post('start-trial', { ...form, [field]: wrong })).toMatchObject({ status: 400, body: { field } });
  const first = await post('start-trial', form);
  expect([first, await opened()]).toEqual([{ status: 200, body: {} }, 0]);
  const mail = await mailed('to=neema@baraka');
  expect(mail?.subject).toBe('Fungua shule yako');
  // To an address that nobody has confirmed: the words of the person who filled in the form are not repeated.
  expect(mail?.text).not.toMatch(/Baraka Hills|Neema Auma/);
  const hash = /token_hash=(\w+)/.exec(mail?.text ?? '')?.[1];
  const verified = await bed.auth('verify', { type: 'invite', token_hash: hash });
  expect([verified.status, await opened()]).toEqual([200, 1]);
  expect((await bed.database.query("select role from public.users where email = 'neema@baraka.test'")).rows).toEqual([{ role: 'admin' }]);

  expect(await post('start-trial', { ...form, school: 'Another' })).toEqual(first);
  const subjects = async () => (await mailbox('to=neema@baraka')).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 40_000 }).toContain('Tayari una akaunti');
  expect((await bed.database.query("select from public.schools where name = 'Another'")).rowCount).toBe(0);
});
