import { describe, expect, it } from 'vitest';
import { fillMailWords } from './orderMails.ts';

describe('the words of a mail', () => {
  it('are filled in, with or without spaces', () =>
    expect(fillMailWords('Order {{order}} for {{ customer }}', { order: 'ORD-1', customer: 'Amina' })).toBe('Order ORD-1 for Amina'));
  it('leave out what has no value', () => expect(fillMailWords('A{{nothing}}B', {})).toBe('AB'));
  it('fill nothing in twice', () => expect(fillMailWords('{{customer}}', { customer: '{{order}}', order: 'no' })).toBe('{{order}}'));
});
