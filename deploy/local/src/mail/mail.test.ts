import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtpSink, type SmtpSink } from './smtpSink.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { createSmtpMailer } from './mailer.ts';

let folder: string;
let mailbox: Mailbox;
let sink: SmtpSink;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-mail-'));
  mailbox = createMailbox(path.join(folder, 'mailbox'));
  sink = await startSmtpSink(mailbox);
});
afterAll(async () => {
  await sink.close();
  await rm(folder, { recursive: true, force: true });
});

test('sent mails are listed newest first, even after a restart', async () => {
  const mailer = createSmtpMailer({ url: sink.url, from: 'School <no-reply@school.test>' });
  await mailer.send({ to: 'wanjiru@school.test', subject: 'Karibu sana – ada', text: 'Habari', html: '<p>Habari</p>' });
  await mailer.send({ to: 'otieno@school.test', subject: 'Second', text: 'two', html: '<p>two</p>' });
  mailer.close();
  const [second, first] = await createMailbox(path.join(folder, 'mailbox')).list();
  expect(second).toMatchObject({ subject: 'Second', to: ['otieno@school.test'] });
  expect(first).toMatchObject({
    subject: 'Karibu sana – ada',
    from: 'School <no-reply@school.test>',
    text: expect.stringContaining('Habari'),
    html: expect.stringContaining('<p>Habari</p>'),
  });
  expect((await mailbox.raw(first?.id ?? ''))?.toString()).toContain('Subject: =?UTF-8?');
  expect(await mailbox.read('../../secrets')).toBeNull();
});

test('a message sent twice is stored once; attachments can be opened; the mailbox can be cleared', async () => {
  await mailbox.clear();
  const transport = createTransport(sink.url);
  for (let time = 0; time < 2; time += 1) {
    await transport.sendMail({
      from: 'a@school.test',
      to: 'b@school.test',
      subject: 'Receipt',
      text: 'paid',
      messageId: '<one@school.test>',
      replyTo: 'sales@school.test',
      attachments: [{ filename: 'receipt.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' }],
    });
  }
  transport.close();
  const mails = await mailbox.list();
  expect(mails).toMatchObject([
    { subject: 'Receipt', replyTo: 'sales@school.test', attachments: [{ name: 'receipt.pdf', type: 'application/pdf', size: 4 }] },
  ]);
  expect((await mailbox.attachment(mails[0]?.id ?? '', 0))?.content.toString()).toBe('%PDF');
  expect(await mailbox.attachment(mails[0]?.id ?? '', 1)).toBeNull();
  await mailbox.clear();
  expect(await mailbox.list()).toEqual([]);
});
