import { orderMailsIn } from '@masomo/domain/orderMails';
import { renderLayout } from './layout.ts';
import { authenticatorReset } from './templates/authenticatorReset.ts';
import { formEmails } from './templates/formEmails.ts';
import { orderEmails } from './templates/orderEmails.ts';
import { saidMail } from './templates/saidMail.ts';
import { schoolEmails } from './templates/schoolEmails.ts';
import { surplusEmail } from './templates/surplusEmail.ts';
import { refundEmail } from './templates/refundEmail.ts';
import { type EmailTemplate } from './templates/emailTemplate.ts';
import { type QueuedMail } from './queuedMail.ts';
import { type Sender } from './sender.ts';
import { inLanguage } from '../texts/inLanguage.ts';
import { FinalMailError } from './transport.ts';
import { z } from 'zod';

/** A mail that Auth has made whole, in the language of its account. */
const signInMailSchema = z.object({ subject: z.string(), html: z.string(), text: z.string() });

export const templates: Readonly<Record<string, EmailTemplate>> = {
  ...formEmails,
  ...orderEmails,
  ...schoolEmails,
  'authenticator-reset': authenticatorReset,
  'order-refund': refundEmail,
  'order-surplus': surplusEmail,
};

/** The translations of what mails of modules and add-ons say, by the English text. */
export type TextsOfModules = (language: string) => Readonly<Record<string, string>>;

/** Renders subject, HTML and plain text of a queued mail in its language; one that no template is named after says its words itself. Throws a FinalMailError, because a retry would fail too. */
export async function renderMail(
  { template: name, data, language }: Pick<QueuedMail, 'template' | 'data' | 'language'>,
  sender: Sender,
  textsOfModules: TextsOfModules = () => ({}),
): Promise<{ subject: string; html: string; text: string }> {
  if (name === 'sign-in') {
    const made = signInMailSchema.safeParse(data);
    if (!made.success) throw new FinalMailError('The words of this sign-in email were not kept.');
    return made.data;
  }
  const template = templates[name] ?? ('subject' in data ? saidMail : undefined);
  if (!template) throw new FinalMailError(`There is no email template "${name}".`);
  const emails = sender.emails && orderMailsIn(sender.emails, language);
  try {
    return await renderLayout(
      inLanguage(language, (say) => template(data, { ...sender, emails }, say), template === saidMail ? textsOfModules(language) : {}),
      sender,
      language,
    );
  } catch (error) {
    throw new FinalMailError(`The email "${name}" cannot be rendered: ${error instanceof Error ? error.message : String(error)}`);
  }
}
