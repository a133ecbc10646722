import { fillMailTemplate, type OrderMailKind, type OrderMails } from '@masomo/domain/orderMails';
import { type EmailBlock } from '../layout.ts';

/** The store's configured texts of an order email with the placeholders filled in; empty texts are omitted. */
export function orderEmailTexts(
  letters: OrderMails | undefined,
  kind: OrderMailKind,
  values: Readonly<Record<string, string>>,
): { subject: string; opening: EmailBlock[]; closing: EmailBlock[] } {
  const texts = letters?.[kind];
  if (!texts) throw new Error('The settings contain no texts for order emails (group "letters").');
  const block = (text: string): EmailBlock[] => (text.trim() === '' ? [] : [{ kind: 'text', text: fillMailTemplate(text, values) }]);
  return { subject: fillMailTemplate(texts.subject, values), opening: block(texts.opening), closing: block(texts.closing) };
}
