import { z } from 'zod';
import { call } from '../database.ts';
import { attachmentsOf, type ComposeOrder } from './attachments.ts';
import { type QueuedMail, queuedMailSchema } from './queuedMail.ts';
import { renderMail, type TextsOfModules } from './renderMail.ts';
import { fromAddress, readSender, type Sender } from './sender.ts';
import { ticketReplyTo } from './ticketMail.ts';
import { FinalMailError, openTransport, type MailTransport } from './transport.ts';

/** What making a mail takes beside its data: the texts of modules, and the papers of orders. */
type MailParts = { textsOfModules: TextsOfModules; composeOrder: ComposeOrder };

async function sendMail(transport: MailTransport, mail: QueuedMail, sender: Sender, parts: MailParts): Promise<boolean> {
  try {
    const { subject, html, text } = await renderMail(mail, sender, parts.textsOfModules);
    const attachments = await attachmentsOf(mail, parts.composeOrder);
    const { providerId } = await transport.send({
      key: mail.idempotency_key,
      id: mail.id,
      from: fromAddress(sender),
      to: mail.to_address,
      replyTo: ticketReplyTo(mail.data) ?? mail.reply_to,
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

/** How many mails are claimed together: one where the server would send a mail twice that it is given twice. */
const claimedAtOnce = (transport: MailTransport) => (transport.hasKeys ? 10 : 1);

/** Sends due mails until the time is over; resolves to how many went out, and whether more may be due. */
export async function sendDueMails(isOver: () => boolean, parts: MailParts): Promise<{ sent: number; hasMore: boolean }> {
  const transport = openTransport();
  let sent = 0;
  try {
    const sender = await readSender();
    do {
      const mails = z
        .array(queuedMailSchema)
        .parse(await call('claim_mails', { max_mails: claimedAtOnce(transport), has_keys: transport.hasKeys }));
      if (mails.length === 0) return { sent, hasMore: false };
      const results = await Promise.all(mails.map((mail) => sendMail(transport, mail, sender, parts)));
      sent += results.filter(Boolean).length;
    } while (!isOver());
    return { sent, hasMore: true };
  } finally {
    transport.close();
  }
}
