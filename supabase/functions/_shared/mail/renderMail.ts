import { renderLayout, type EmailContent } from './layout.ts';
import { formEmails } from './templates/formEmails.ts';
import { orderEmails } from './templates/orderEmails.ts';
import { schoolEmails } from './templates/schoolEmails.ts';
import { refundEmail } from './templates/refundEmail.ts';
import { type QueuedMail, type Sender } from './outbox.ts';
import { FinalMailError } from './transport.ts';

/** Writes a letter from the data of a queued mail; throws a ZodError when data is missing. */
export type EmailTemplate = (data: Record<string, unknown>, sender: Sender) => EmailContent;

const templates: Record<string, EmailTemplate> = { ...formEmails, ...orderEmails, ...schoolEmails, 'order-refund': refundEmail };

/** Subject, HTML and plain text of a queued mail. A mail nobody can write is given up at once, and says why. */
export function renderMail(
  { template, data }: Pick<QueuedMail, 'template' | 'data'>,
  sender: Sender,
): { subject: string; html: string; text: string } {
  const template = templates[template];
  if (!template) throw new FinalMailError(`There is no letter for the template "${template}".`);
  try {
    return renderLayout(template(data, sender), sender);
  } catch (error) {
    throw new FinalMailError(`The letter "${template}" cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
