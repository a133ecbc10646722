import { fillMailTemplate, type mailPlaceholders, type OrderMailKind, type OrderMails } from '@masomo/domain/orderMails';
import { type EmailBlock } from '../layout.ts';

/** The store's configured texts of an order email with the placeholders filled in; empty texts are omitted. */
export function orderEmailTexts<Kind extends OrderMailKind>(
  emails: OrderMails | undefined,
  kind: Kind,
  values: Readonly<Record<(typeof mailPlaceholders)[Kind][number], string>>,
): { subject: string; opening: EmailBlock[]; closing: EmailBlock[] } {
  const texts = emails?.[kind];
  if (!texts) throw new Error('The settings contain no texts for order emails (group "emails").');
  const block = (text: string): EmailBlock[] => (text.trim() === '' ? [] : [{ kind: 'text', text: fillMailTemplate(text, values) }]);
  return { subject: fillMailTemplate(texts.subject, values), opening: block(texts.opening), closing: block(texts.closing) };
}
