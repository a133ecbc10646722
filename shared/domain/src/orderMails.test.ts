import { describe, expect, it } from 'vitest';
import { fillMailTemplate } from './orderMails.ts';

describe('placeholders of an email', () => {
  it('are replaced, with or without spaces', () =>
    expect(fillMailTemplate('Order {{order}} for {{ customer }}', { order: 'ORD-1', customer: 'Amina' })).toBe('Order ORD-1 for Amina'));
  it('without a value become empty', () => expect(fillMailTemplate('A{{nothing}}B', {})).toBe('AB'));
  it('in values are not expanded', () =>
    expect(fillMailTemplate('{{customer}}', { customer: '{{order}}', order: 'no' })).toBe('{{order}}'));
});
