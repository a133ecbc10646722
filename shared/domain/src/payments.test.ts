import { describe, expect, it } from 'vitest';
import { describePaymentFailure, mpesaNumber, paymentFailures, acceptsTotal } from './payments.ts';

describe('an M-Pesa number', () => {
  it.each([
    ['0712345678', '254712345678'],
    ['0712 345 678', '254712345678'],
    ['+254 712-345-678', '254712345678'],
    ['254712345678', '254712345678'],
    ['712345678', '254712345678'],
    ['0110 123 456', '254110123456'],
    ['+254 (0)', null],
    ['0812345678', null],
    ['07123456789', null],
    ['+255712345678', null],
    ['', null],
    ['abc', null],
    ['+254 (0)712 345 678', '254712345678'],
    ['+2540712345678', '254712345678'],
    ['00254712345678', '254712345678'],
    ['0712\u00A0345\u2011678', '254712345678'],
    ['\u200B0712/345/678', '254712345678'],
  ])('%s is %s', (written, number) => expect(mpesaNumber(written)).toBe(number));
});

describe('failures', () => {
  it('all have a message with the cause and the next step', () => {
    for (const code of paymentFailures) {
      const { title, text } = describePaymentFailure(code);
      expect(title.length, code).toBeGreaterThan(8);
      expect(text, code).toMatch(/[.]$/);
    }
  });
  it('with an unknown code are the failure `unknown`', () => {
    expect(describePaymentFailure('constructor').code).toBe('unknown');
    expect(describePaymentFailure(null).code).toBe('unknown');
  });
});

it('M-Pesa accepts at most 250,000', () => {
  expect([acceptsTotal('mpesa', 250_000), acceptsTotal('mpesa', 250_001), acceptsTotal('card', 250_001)]).toEqual([true, false, true]);
});
