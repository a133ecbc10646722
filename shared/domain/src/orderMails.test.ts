import { describe, expect, it } from 'vitest';
import { fillMailTemplate } from './orderMails.ts';

describe('the words of a mail', () => {
  it('are filled in, with or without spaces', () =>
    expect(fillMailTemplate('Order {{order}} for {{ customer }}', { order: 'ORD-1', customer: 'Amina' })).toBe('Order ORD-1 for Amina'));
  it('leave out what has no value', () => expect(fillMailTemplate('A{{nothing}}B', {})).toBe('AB'));
  it('fill nothing in twice', () => expect(fillMailTemplate('{{customer}}', { customer: '{{order}}', order: 'no' })).toBe('{{order}}'));
});
