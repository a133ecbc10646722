import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFormsTestBed, type FormsTestBed } from './formsTestBed.ts';

let bed: FormsTestBed;
beforeAll(async () => {
  bed = await createFormsTestBed({ TICKET_MAIL_ADDRESS: 'help@in.masomo.example', TICKET_MAIL_SECRET: 'a-long-secret' });
}, 120_000);
afterAll(() => bed?.close());

const post = (body: string, headers: Record<string, string> = {}, secret = 'a-long-secret') =>
  bed.local.backend.functions(
    new Request(`http://localhost:8102/functions/v1/ticket-mail/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  );
const arrive = async (mail: object) => {
  const response = await post(
    JSON.stringify({ from: 'Amani <amani@home.example>', 'Message-Id': `<${randomUUID()}@home.example>`, ...mail }),
  );
  return [response.status, (await response.json()) as { taken?: boolean; message?: string }] as const;
};
const replies = async () =>
  (
    await bed.database.query<{ author: string; body: string; status: string }>(
      `select r.author_name as author, r.body, t.status from public.ticket_replies r join public.support_tickets t on t.id = r.ticket_id
       where t.sender_email = 'amani@home.example' order by r.created_at`,
    )
  ).rows;

test('an answer to the mail about a request is in the request, once, and opens it again', async () => {
  await bed.database.query(
    `select * from public.submit_ticket(gen_random_uuid(), 'Amani Otieno', 'amani@home.example', 'Slow', 'Technical Issue', 'It is slow.')`,
  );
  const to = await vi.waitFor(async () => {
    const [mail] = await bed.mailbox('to=amani@home.example');
    expect(mail?.replyTo).toMatch(/^help\+tk-\d{4}-\d{6}-[0-9a-f]{20}@in\.masomo\.example$/);
    return mail!.replyTo!;
  }, 20_000);
  await bed.database.query("update public.support_tickets set status = 'waiting' where sender_email = 'amani@home.example'");
  const mail = { to, text: 'Since Monday.\n\nOn Mon, Masomo wrote:\n> Hello', 'Message-Id': '<m1@home.example>' };
  expect(await arrive(mail)).toEqual([200, { taken: true }]);
  expect(await arrive(mail)).toEqual([200, { taken: true }]);
  expect(await replies()).toEqual([{ author: 'Amani Otieno', body: 'Since Monday.', status: 'open' }]);
  const [told] = (await bed.database.query("select data from public.mail_outbox where template = 'ticket-answer'")).rows;
  expect(told).toMatchObject({ data: { body: 'Since Monday.', sender_name: 'Amani Otieno' } });

  expect(await arrive({ to, from: 'someone@else.example', text: 'Give me the key' })).toEqual([
    406,
    expect.objectContaining({ message: expect.stringContaining('another address') }),
  ]);
  expect(await arrive({ to, text: '> only a quote' })).toEqual([
    406,
    expect.objectContaining({ message: expect.stringContaining('no words') }),
  ]);
  const forged = to.replace(/-[0-9a-f]{20}@/, `-${'0'.repeat(20)}@`);
  for (const address of [forged, 'help@in.masomo.example'])
    expect(await arrive({ to: address, text: 'Hello' })).toEqual([
      406,
      expect.objectContaining({ message: expect.stringContaining('no request') }),
    ]);
  expect(await arrive({ to, text: 'I am away', headers: 'Auto-Submitted: auto-replied' })).toEqual([200, { taken: false }]);
  const [status, { taken }] = await arrive({ to, text: 'x'.repeat(9_000) });
  expect([status, taken]).toEqual([200, true]);
  const all = await replies();
  expect(all).toHaveLength(2);
  expect(all[1]?.body).toBe(`${'x'.repeat(4_999)}…`);
});

test('only the provider may post, and not more than two megabytes', async () => {
  for (const secret of ['', 'wrong', 'a-long-secret/']) expect((await post('{}', {}, secret)).status).toBe(404);
  expect((await post('{}')).status).toBe(406);
  expect((await post(JSON.stringify({ text: 'x'.repeat(2_200_000) }))).status).toBe(406);
  expect((await post('not json')).status).toBe(400);
  expect((await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(406);
});
