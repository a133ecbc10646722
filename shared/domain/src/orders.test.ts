import { describe, expect, it } from 'vitest';
import { billingSchema } from './orderSchemas.ts';
import { isLocked, orderNumberPattern, orderStatusColour, orderStatuses } from './orders.ts';

describe('orders', () => {
  it('lock when completed or cancelled', () => expect(orderStatuses.filter(isLocked)).toEqual(['completed', 'cancelled']));
  it.each([
    ['completed', 'green'],
    ['processing', 'blue'],
    ['pending', 'yellow'],
    ['cancelled', 'red'],
    ['refunded', 'gray'],
  ])('%s is %s', (status, colour) => expect(orderStatusColour(status)).toBe(colour));
  it.each(['ORD-2026-001', 'ORD-2026-12345'])('%s is an order number', (number) => expect(number).toMatch(orderNumberPattern));
  it.each(['ORD-26-001', 'ord-2026-001', 'ORD-2026-1'])('%s is not an order number', (number) =>
    expect(number).not.toMatch(orderNumberPattern),
  );
});

describe('billing details', () => {
  const complete = {
    firstName: 'Jane',
    lastName: 'Wanjiru',
    email: 'jane@school.ac.ke',
    phone: '0712345678',
    institution: 'Greenfield',
    country: 'Kenya',
  };
  it('require names, email, phone, institution and country', () => expect(billingSchema.safeParse(complete).success).toBe(true));
  it('need one name only', () => expect(billingSchema.safeParse({ ...complete, lastName: '' }).success).toBe(true));
  it.each(['firstName', 'email', 'phone', 'institution'])('refuse an empty %s', (field) =>
    expect(billingSchema.safeParse({ ...complete, [field]: '   ' }).success).toBe(false),
  );
  it('refuse a country that is not in the list', () =>
    expect(billingSchema.safeParse({ ...complete, country: 'Norway' }).success).toBe(false));
});
