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
/** Sender of the mails: the settings that templates may use. */
export type Sender = z.infer<typeof senderSchema> & { siteUrl: string };

async function readSender(): Promise<Sender> {
  const { data, error } = await database().from('settings').select('key, value').in('key', ['brand', 'contact', 'payments', 'letters']);
  if (error) throw error;
  return { ...senderSchema.parse(Object.fromEntries(data.map(({ key, value }) => [key, value]))), siteUrl: setting('SITE_URL') ?? '' };
}

/** The From header: the configured address with the brand's name, unless it already has a display name. */
function fromAddress({ brand, contact }: Sender): string {
  const address = setting('MAIL_FROM') ?? contact.email;
  return address.includes('<') || !brand.name ? address : `"${brand.name.replace(/["\\]/g, '')}" <${address}>`;
}

async function sendMail(transport: MailTransport, mail: QueuedMail, sender: Sender): Promise<boolean> {
  try {
    const { subject, html, text } = await renderMail(mail, sender);
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
    console.error(`Mail ${mail.idempotency_key} could not be sent:`, error);
    await call('mail_failed', {
      mail_id: mail.id,
      error: error instanceof Error ? error.message : String(error),
      is_final: error instanceof FinalMailError,
    });
    return false;
  }
}

/** Claims due mails. Claimed mails are sent even when another claim fails, because nobody else would send them for two minutes. */
async function claimMails(requests: readonly Record<string, unknown>[]): Promise<{ mails: QueuedMail[]; failure: unknown }> {
  const claims = await Promise.allSettled(requests.map((request) => call('claim_mails', request)));
  return {
    mails: claims.flatMap((claim) => (claim.status === 'fulfilled' ? z.array(queuedMailSchema).parse(claim.value) : [])),
    failure: claims.find((claim) => claim.status === 'rejected')?.reason,
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
 * Sends due mails: those with the given ids, or up to `limit` of all. Resolves to whether all of them were sent; rejects when
 * the outbox cannot be read.
 */
export async function sendDueMails({ ids, limit = 20 }: { ids?: readonly string[]; limit?: number }): Promise<boolean> {
  const { mails, failure } = await claimMails(ids ? ids.map((id) => ({ max_mails: 1, only_id: id })) : [{ max_mails: limit }]);
  const sent = await sendAll(mails);
  if (failure) throw failure;
  return ids ? sent && (await areSent(ids)) : sent;
}

const settleTimeoutMs = 3_000;
const pollIntervalMs = 200;

/** Whether mails were sent; waits briefly for mails that another sender, such as the schedule, has claimed. */
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
