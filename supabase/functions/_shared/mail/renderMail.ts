import { renderLayout } from './layout.ts';
import { formEmails } from './templates/formEmails.ts';
import { orderEmails } from './templates/orderEmails.ts';
import { schoolEmails } from './templates/schoolEmails.ts';
import { refundEmail } from './templates/refundEmail.ts';
import { type EmailTemplate } from './templates/emailTemplate.ts';
import { type QueuedMail } from './queuedMail.ts';
import { type Sender } from './sender.ts';
import { FinalMailError } from './transport.ts';

const templates: Record<string, EmailTemplate> = { ...formEmails, ...orderEmails, ...schoolEmails, 'order-refund': refundEmail };

/** Renders subject, HTML and plain text of a queued mail. Throws a FinalMailError, because a retry would fail too. */
export async function renderMail(
  { template: name, data }: Pick<QueuedMail, 'template' | 'data'>,
  sender: Sender,
): Promise<{ subject: string; html: string; text: string }> {
  const template = templates[name];
  if (!template) throw new FinalMailError(`There is no email template "${name}".`);
  try {
    return await renderLayout(template(data, sender), sender);
  } catch (error) {
    throw new FinalMailError(`The email "${name}" cannot be rendered: ${error instanceof Error ? error.message : String(error)}`);
  }
}
