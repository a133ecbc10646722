import { fillMailTemplate, type OrderMailKind, type OrderMails } from '@masomo/domain/orderMails';
import { type Part } from '../layout.ts';

/** The store's own words of a mail about an order, filled in; an empty text is left out. */
export function wordsOf(
  letters: OrderMails | undefined,
  kind: OrderMailKind,
  values: Readonly<Record<string, string>>,
): { subject: string; opening: Part[]; closing: Part[] } {
  const words = letters?.[kind];
  if (!words) throw new Error('The settings hold no words for mails about orders (group "letters").');
  const part = (text: string): Part[] => (text.trim() === '' ? [] : [{ kind: 'text', text: fillMailTemplate(text, values) }]);
  return { subject: fillMailTemplate(words.subject, values), opening: part(words.opening), closing: part(words.closing) };
}
