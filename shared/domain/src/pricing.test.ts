import { describe, expect, it } from 'vitest';
import { hasPriceMismatch, displayedPlanPrice, offeredTo, startingPrice, type Plan } from './pricing.ts';

const plan = (category: Plan['category'], price: number): Plan => ({
  id: String(price),
  name: 'Plan',
  description: '',
  category,
  price,
  period: category === 'saas' ? 'term' : 'year',
  highlight: false,
  badge: null,
  features: [],
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

describe('what is offered', () => {
  it('to a school is what is for its version, and everything to whoever has no school', () => {
    const plans = [plan('saas', 60000), plan('standalone', 79999)];
    expect(offeredTo('saas', plans)).toEqual([plans[0]]);
    expect(offeredTo('standalone', plans)).toEqual([plans[1]]);
    for (const version of [null, undefined]) expect(offeredTo(version, plans)).toEqual(plans);
  });

  it('has what the school holds, where its own version has no entry for it', () => {
    const addon = (category: Plan['category'], feature: string | null) => ({ category, feature });
    const [gate, ownGate, fees, unknown] = [
      addon('saas', 'addon:gate'),
      addon('standalone', 'addon:gate'),
      addon('standalone', 'addon:fees'),
      addon('standalone', null),
    ];
    const addons = [gate, ownGate, fees, unknown];
    expect(offeredTo('saas', addons)).toEqual([gate]);
    expect(offeredTo('saas', addons, { 'addon:gate': 'on', 'addon:fees': 'read-only' })).toEqual([gate, fees]);
    expect(offeredTo('standalone', addons, { 'addon:gate': 'on' })).toEqual([ownGate, fees, unknown]);
  });
});
