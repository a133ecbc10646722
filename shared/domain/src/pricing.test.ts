import { describe, expect, it } from 'vitest';
import { hasPriceMismatch, displayedPlanPrice, soldTo, startingPrice, type Plan } from './pricing.ts';

const plan = (category: Plan['category'], price: number): Plan => ({
  id: String(price),
  name: 'Plan',
  description: '',
  category,
  price,
  period: category === 'saas' ? 'term' : 'year',
  highlight: false,
  badge: null,
  bullets: [],
});

describe('plan prices', () => {
  it.each([
    [20000, 18000],
    [30000, 27000],
    [40000, 36000],
    [60000, 54000],
  ])('%i per term is %i with annual billing', (termly, annual) => {
    expect(displayedPlanPrice(plan('saas', termly), 'annual')).toBe(annual);
    expect(displayedPlanPrice(plan('saas', termly), 'termly')).toBe(termly);
  });

  it('does not change the price of a yearly licence', () => expect(displayedPlanPrice(plan('standalone', 49999), 'annual')).toBe(49999));

  it('finds the lowest price of each version', () => {
    const plans = [plan('saas', 60000), plan('saas', 20000), plan('standalone', 79999)];
    expect(startingPrice(plans, 'saas')).toBe(18000);
    expect(startingPrice(plans, 'standalone')).toBe(79999);
    expect(startingPrice([], 'saas')).toBeUndefined();
  });

  it('detects a listed price that differs from the store’s', () => {
    expect(hasPriceMismatch({ price: 2999, pricingPrice: 2499 })).toBe(true);
    expect(hasPriceMismatch({ price: 1999, pricingPrice: 1999 })).toBe(false);
  });
});

describe('what is sold to a school', () => {
  const item = (category: Plan['category'], feature: string | null = null) => ({ category, feature });
  const [gate, ownGate, fees, plan] = [
    item('saas', 'addon:gate'),
    item('standalone', 'addon:gate'),
    item('standalone', 'addon:fees'),
    item('standalone'),
  ];
  const items = [gate, ownGate, fees, plan];

  it.each([
    [['saas'], [gate]],
    [['standalone'], [ownGate, fees, plan]],
    [
      ['saas', 'addon:fees'],
      [gate, fees],
    ],
    [[], []],
  ])('%j is what the database named', (sold, expected) => expect(soldTo(sold, items)).toEqual(expected));

  it.each([null, undefined])('is everything while nothing is named', (sold) => expect(soldTo(sold, items)).toEqual(items));
});
