import { describe, expect, it } from 'vitest';
import { fillMailTemplate, orderMailsIn } from './orderMails.ts';

describe('placeholders of an email', () => {
  it('are replaced, with or without spaces', () =>
    expect(fillMailTemplate('Order {{order}} for {{ customer }}', { order: 'ORD-1', customer: 'Amina' })).toBe('Order ORD-1 for Amina'));
  it('without a value become empty', () => expect(fillMailTemplate('A{{nothing}}B', {})).toBe('AB'));
  it('in values are not expanded', () =>
    expect(fillMailTemplate('{{customer}}', { customer: '{{order}}', order: 'no' })).toBe('{{order}}'));
});

describe('the texts of emails', () => {
  const texts = (subject: string) => ({ subject, opening: '', closing: '' });
  const mails = { proforma: texts('Pay'), receipt: texts('Paid'), refund: texts('Back') };
  const sw = { proforma: texts('Lipa'), receipt: texts('Imelipwa'), refund: texts('Imerejeshwa') };
  it('are those of the language, or English where it has none', () => {
    expect(orderMailsIn({ ...mails, sw }, 'sw').receipt.subject).toBe('Imelipwa');
    expect(orderMailsIn({ ...mails, sw }, 'en').receipt.subject).toBe('Paid');
    expect(orderMailsIn(mails, 'sw').receipt.subject).toBe('Paid');
  });
});
