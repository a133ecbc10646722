import { z } from 'zod';
import { setting } from '../environment.ts';

const tagPattern = /\+([a-z0-9-]{5,30}-[0-9a-f]{20})@/i;

/** Where an answer to a mail about a ticket goes: the address of the ticket, if mail to this installation's own address is handed on to it. */
export function ticketReplyTo(data: Readonly<Record<string, unknown>>): string | undefined {
  const [local, domain] = (setting('TICKET_MAIL_ADDRESS') ?? '').split('@');
  const tag = data['reply_tag'];
  return local && domain && typeof tag === 'string' ? `${local}+${tag}@${domain}` : undefined;
}

const textOf = z.string().catch('');
const headerSchema = z.array(z.object({ Name: z.string(), Value: z.string() })).catch([]);

/** A mail as providers hand it on, whichever names they have for its parts. */
export type ArrivedMail = { tag: string | undefined; from: string; text: string; id: string; isAutomatic: boolean };

const first = (fields: Readonly<Record<string, unknown>>, ...names: string[]): string =>
  names.map((name) => textOf.parse(fields[name]).trim()).find(Boolean) ?? '';

/** `Amani Otieno <amani@home.example>` or the address alone. */
const addressIn = (written: string): string => (/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written).trim();

/**
 * Reads the fields of JSON or of a form as Postmark, Mailgun, SendGrid and others post a mail that arrived: to whom, from whom, its plain
 * text and its id. Attachments are not taken.
 */
export function arrivedMail(fields: Readonly<Record<string, unknown>>): ArrivedMail {
  const to = ['OriginalRecipient', 'recipient', 'To', 'to', 'envelope', 'Cc', 'cc'].map((name) => textOf.parse(fields[name])).join(' ');
  const headers = [
    first(fields, 'headers', 'message-headers'),
    ...headerSchema.parse(fields['Headers']).map(({ Name, Value }) => `${Name}: ${Value}`),
  ].join('\n');
  const idInHeaders = /^message-id"?[:,]\s*"?(<[^>\s]+>)/im.exec(headers)?.[1];
  return {
    tag: tagPattern.exec(to)?.[1],
    from: addressIn(first(fields, 'From', 'from', 'sender')),
    text: writtenText(first(fields, 'TextBody', 'body-plain', 'text', 'plain')),
    id: (idInHeaders ?? first(fields, 'Message-Id', 'message-id', 'MessageID')).slice(0, 300),
    isAutomatic: /auto-submitted"?[:,]\s*"?auto-/i.test(headers) || /^(?:x-autoreply|x-autorespond)\b/im.test(headers),
  };
}

/** Lines after which a mail program quotes what is answered, in the languages that schools here use. */
const quoteStarts: readonly RegExp[] = [
  /^(?:on|mnamo|tarehe)\b.{5,200}\b(?:wrote|aliandika|ameandika)\s*:\s*$/is,
  /^-{2,}\s*(?:original message|forwarded message|ujumbe wa awali)\s*-{2,}\s*$/i,
  /^_{10,}\s*$/,
  /^(?:from|kutoka)\s*:\s.+@.+$/i,
];

/** What somebody has written above the mail that they answer: without quotes and without a signature below two dashes. */
export function writtenText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => {
    if (line === '-- ' || line === '--') return true;
    // A mail program may break the line that begins a quote.
    const whole = [line, lines[index + 1] ?? ''].join(' ').trim();
    return quoteStarts.some((start) => start.test(line.trim()) || (/^(?:on|mnamo|tarehe)\b/i.test(line) && start.test(whole)));
  });
  const kept = end < 0 ? lines : lines.slice(0, end);
  return kept
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
