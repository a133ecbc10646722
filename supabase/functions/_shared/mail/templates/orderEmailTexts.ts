import { fillMailTemplate, type OrderMailKind, type OrderMails } from '@masomo/domain/orderMails';
import { type EmailBlock } from '../layout.ts';

/** The store's own words of a mail about an order, filled in; an empty text is left out. */
export function orderEmailTexts(
  letters: OrderMails | undefined,
  kind: OrderMailKind,
  values: Readonly<Record<string, string>>,
): { subject: string; opening: EmailBlock[]; closing: EmailBlock[] } {
  const texts = letters?.[kind];
  if (!texts) throw new Error('The settings hold no words for mails about orders (group "letters").');
  const part = (text: string): EmailBlock[] => (text.trim() === '' ? [] : [{ kind: 'text', text: fillMailTemplate(text, values) }]);
  return { subject: fillMailTemplate(texts.subject, values), opening: part(texts.opening), closing: part(texts.closing) };
}
