import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setServerLanguage } from './locale.ts';
import { annualTermPrice, defaultKesPerUsd, formatMoney, formatPrice, kes, splitVat, toUsd } from './money.ts';
import { formatNumber } from './number.ts';

describe('prices', () => {
  it.each([
    [20_000, 'KES 20,000'],
    [1_499, 'KES 1,499'],
    [0, 'KES 0'],
    [-80_700, '-KES 80,700'],
  ])('%i shillings are formatted as %s', (shillings, text) => expect(formatPrice(shillings, 'KES', defaultKesPerUsd)).toBe(text));

  it('convert to dollars rounded to the cent', () => expect(formatPrice(20_000, 'USD', 130)).toBe('$153.85'));
  it('show cents of shillings only when there are any', () =>
    expect(formatMoney({ minor: 125_050, currency: 'KES' })).toBe('KES 1,250.50'));
  it('have the separators of other numbers, in both languages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), fc.constantFrom('en', 'sw'), (minor, language) => {
        setServerLanguage(language);
        const cents = String(minor % 100).padStart(2, '0');
        expect(formatMoney({ minor, currency: 'USD' })).toBe(`$${formatNumber(Math.floor(minor / 100))}.${cents}`);
      }),
    );
    setServerLanguage('en');
  });
  it('are whole shillings', () => expect(() => kes(12.5)).toThrow(RangeError));
  it.each([0, -1, Number.NaN])('refuse a rate of %s', (rate) => expect(() => toUsd(kes(1), rate)).toThrow(RangeError));
  it.each([
    [20_000, 18_000],
    [30_000, 27_000],
    [40_000, 36_000],
    [60_000, 54_000],
  ])('annual billing of %i is %i per term', (term, annual) => expect(annualTermPrice(term)).toBe(annual));
});

describe('VAT', () => {
  it('of KES 3,999 is 551.59', () => expect(splitVat(kes(3_999))).toMatchObject({ net: { minor: 344_741 }, vat: { minor: 55_159 } }));
  it('and net always add up to gross, at 16 percent within half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (minor) => {
        const { net, vat } = splitVat({ minor, currency: 'KES' });
        expect(net.minor + vat.minor).toBe(minor);
        expect(Math.abs(vat.minor - net.minor * 0.16)).toBeLessThanOrEqual(0.6);
      }),
    );
  });
});
