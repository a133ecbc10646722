import { orderMailsSchema } from '@masomo/domain/orderMails';
import { z } from 'zod';
import { call, database } from '../database.ts';
import { setting } from '../environment.ts';
import { attachmentsOf } from './attachments.ts';
import { renderMail } from './renderMail.ts';
import { FinalMailError, openTransport, type MailTransport } from './transport.ts';

const queuedMailSchema = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  template: z.string(),
  to_address: z.string(),
  reply_to: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type QueuedMail = z.infer<typeof queuedMailSchema>;

const senderSchema = z.object({
  brand: z.object({ name: z.string() }).catch({ name: '' }),
  contact: z
    .object({
      phone: z.string().catch(''),
      email: z.string().catch(''),
      salesEmail: z.string().catch(''),
      supportEmail: z.string().catch(''),
      addressLines: z.array(z.string()).catch([]),
    })
    .catch({ phone: '', email: '', salesEmail: '', supportEmail: '', addressLines: [] }),
  payments: z.object({ bank: z.record(z.string(), z.unknown()).catch({}) }).catch({ bank: {} }),
  letters: z.optional(orderMailsSchema),
});
/** Who writes: the settings a mail may speak of. */
export type Sender = z.infer<typeof senderSchema> & { siteUrl: string };

async function readSender(): Promise<Sender> {
  const { data, error } = await database().from('settings').select('key, value').in('key', ['brand', 'contact', 'payments', 'letters']);
  if (error) throw error;
  return { ...senderSchema.parse(Object.fromEntries(data.map(({ key, value }) => [key, value]))), siteUrl: setting('SITE_URL') ?? '' };
}

/** `School <no-reply@school.example>`: the configured address under the brand's name, unless it brings a name of its own. */
function fromAddress({ brand, contact }: Sender): string {
  const address = setting('MAIL_FROM') ?? contact.email;
  return address.includes('<') || !brand.name ? address : `"${brand.name.replace(/["\\]/g, '')}" <${address}>`;
}

async function sendMail(transport: MailTransport, mail: QueuedMail, sender: Sender): Promise<boolean> {
  try {
    const { subject, html, text } = renderMail(mail, sender);
    const attachments = await attachmentsOf(mail);
    const { providerId } = await transport.send({
      key: mail.idempotency_key,
      id: mail.id,
      from: fromAddress(sender),
      to: mail.to_address,
      replyTo: mail.reply_to,
      subject,
      html,
      text,
      attachments,
    });
    await call('mail_sent', { mail_id: mail.id, provider_id: providerId });
    return true;
  } catch (error) {
    console.error(`Mail ${mail.idempotency_key} was not sent:`, error);
    await call('mail_failed', {
      mail_id: mail.id,
      error: error instanceof Error ? error.message : String(error),
      is_final: error instanceof FinalMailError,
    });
    return false;
  }
}

/** Takes due mails for this sender. What was taken is kept even when another claim fails: nobody else would send it for two minutes. */
async function claimMails(requests: readonly Record<string, unknown>[]): Promise<{ mails: QueuedMail[]; failure: unknown }> {
  const claims = await Promise.allSettled(requests.map((request) => call('claim_mails', request)));
  return {
    mails: claims.flatMap((taken) => (taken.status === 'fulfilled' ? z.array(queuedMailSchema).parse(taken.value) : [])),
    failure: claims.find((taken) => taken.status === 'rejected')?.reason,
  };
}

async function sendAll(mails: readonly QueuedMail[]): Promise<boolean> {
  if (mails.length === 0) return true;
  const transport = openTransport();
  try {
    const sender = await readSender();
    const sent = await Promise.all(mails.map((mail) => sendMail(transport, mail, sender)));
    return sent.every(Boolean);
  } finally {
    transport.close();
  }
}

/**
 * Sends the mails that are due: those named, or up to `most` of all. A claimed mail is nobody else's for two minutes.
 * Answers whether every one of them went out; rejects when the outbox cannot be read.
 */
export async function sendDueMails({ ids, most = 20 }: { ids?: readonly string[]; most?: number }): Promise<boolean> {
  const { mails, failure } = await claimMails(ids ? ids.map((id) => ({ max_mails: 1, only_id: id })) : [{ max_mails: most }]);
  const sent = await sendAll(mails);
  if (failure) throw failure;
  return ids ? sent && (await areSent(ids)) : sent;
}

const settleTimeoutMs = 3_000;
const pollIntervalMs = 200;

/** Whether mails went out; one that another sender has in hand, such as the timer, is waited for a little. */
async function areSent(ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const deadline = Date.now() + settleTimeoutMs;
  for (;;) {
    const { data, error } = await database()
      .from('mail_outbox')
      .select('status')
      .in('id', [...ids]);
    if (error) throw error;
    if (!data.some(({ status }) => status === 'sending') || Date.now() > deadline)
      return data.length === ids.length && data.every(({ status }) => status === 'sent');
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}
