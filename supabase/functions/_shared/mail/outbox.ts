import { z } from 'zod';
import { call, database } from '../database.ts';
import { attachmentsOf } from './attachments.ts';
import { type QueuedMail, queuedMailSchema } from './queuedMail.ts';
import { renderMail } from './renderMail.ts';
import { fromAddress, readSender, type Sender } from './sender.ts';
import { FinalMailError, openTransport, type MailTransport } from './transport.ts';

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
