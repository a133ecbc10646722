import { beforeEach, describe, expect, it, vi } from 'vitest';
import { arrivedMail, writtenText, ticketReplyTo } from './ticketMail.ts';

const tag = 'tk-2026-000012-0123456789abcdef0123';
const settings: Record<string, string> = {};
vi.stubGlobal('Deno', { env: { get: (name: string) => settings[name] } });
beforeEach(() => {
  settings['TICKET_MAIL_ADDRESS'] = 'help@in.masomo.example';
});

describe('what somebody has written themselves', () => {
  it.each([
    [
      'above a quote of Gmail',
      'It works now.\n\nOn Mon, 30 Nov 2026 at 09:12, Masomo <help@masomo.test> wrote:\n> Hello\n> Try again',
      'It works now.',
    ],
    [
      'above a quote whose first line was broken',
      'Thanks!\n\nOn Mon, 30 Nov 2026 at 09:12, Masomo Support <help+tk-1@in.masomo.example>\nwrote:\n\n> Hello',
      'Thanks!',
    ],
    ['above a quote in Swahili', 'Asante.\n\nMnamo Jum, 30 Nov 2026 saa 09:12, Masomo <help@masomo.test> aliandika:\n> Habari', 'Asante.'],
    [
      'above what Outlook repeats',
      'Still slow.\r\n\r\n________________________________\r\nFrom: Masomo <help@masomo.test>\r\nSent: Monday',
      'Still slow.',
    ],
    ['above an original message', 'No.\n-----Original Message-----\nFrom: Masomo', 'No.'],
    ['above a signature', 'Yes, please.\n-- \nAmani Otieno\nHead teacher', 'Yes, please.'],
    ['between quoted lines', '> Which class?\nForm 1 East.\n> Which term?\nThe third.', 'Form 1 East.\nThe third.'],
    ['with words that only look like a quote', 'On Monday it failed.\nFrom: the office, nothing.\nI wrote: try again', undefined],
    ['alone', 'One line\n\n\n\nand another', 'One line\n\nand another'],
    ['nowhere', 'On Mon, 30 Nov 2026, Masomo wrote:\n> Hello', ''],
  ])('is kept: %s', (_, text, kept) => {
    expect(writtenText(text)).toBe(kept ?? text);
  });
});

describe('a mail that a provider hands on', () => {
  const written = { tag, from: 'amani@home.example', text: 'It works.', isAutomatic: false };
  const address = `help+${tag}@in.masomo.example`;
  it.each([
    [
      'Postmark',
      {
        ...{ OriginalRecipient: address, From: 'Amani <amani@home.example>', TextBody: 'It works.\n\n> Hello', MessageID: 'p-1' },
        Headers: [{ Name: 'Message-ID', Value: '<m1@home.example>' }],
      },
      '<m1@home.example>',
    ],
    [
      'Mailgun',
      { recipient: address, from: 'amani@home.example', 'body-plain': 'It works.', 'Message-Id': '<m2@home.example>' },
      '<m2@home.example>',
    ],
    [
      'SendGrid',
      {
        to: `Help <${address}>`,
        from: 'Amani <amani@home.example>',
        text: 'It works.',
        headers: 'Subject: Re\nMessage-ID: <m3@home.example>\n',
      },
      '<m3@home.example>',
    ],
  ])('is read as %s posts it', (_, fields, id) => {
    expect(arrivedMail(fields)).toEqual({ ...written, id });
  });

  it('is known where a machine wrote it', () => {
    for (const headers of ['Auto-Submitted: auto-replied', '[["Auto-Submitted","auto-generated"]]', 'X-Autoreply: yes'])
      expect(arrivedMail({ to: address, from: 'a@b.example', text: 'Away', headers }).isAutomatic, headers).toBe(true);
    expect(arrivedMail({ to: address, from: 'a@b.example', text: 'Here', headers: 'Auto-Submitted: no' }).isAutomatic).toBe(false);
  });

  it('has no ticket where the address has none, and nothing where its parts are no texts', () => {
    expect(arrivedMail({ to: 'help@in.masomo.example', from: 7, text: null })).toEqual({
      tag: undefined,
      from: '',
      text: '',
      id: '',
      isAutomatic: false,
    });
  });
});

it('the address of a ticket is that of the installation with the tag, where there is one', () => {
  expect(ticketReplyTo({ reply_tag: tag })).toBe(`help+${tag}@in.masomo.example`);
  expect(ticketReplyTo({})).toBeUndefined();
  delete settings['TICKET_MAIL_ADDRESS'];
  expect(ticketReplyTo({ reply_tag: tag })).toBeUndefined();
});
