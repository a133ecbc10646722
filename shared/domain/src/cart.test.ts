import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptPrices,
  addToCart,
  itemCount,
  maxQuantity,
  parseBuyNow,
  parseCart,
  priceCart,
  removeLine,
  resolveBuyNow,
  serializeCart,
  setQuantity,
  type Cart,
} from './cart.ts';

const qr = { id: 'qr', name: 'QR Code Attendance', price: 3999 };
const twoFactor = { id: 'two-factor', name: 'Two-Factor Authentication', price: 2999 };

const line = fc.record({
  addonId: fc.string({ minLength: 1, maxLength: 64 }),
  name: fc.string({ minLength: 1, maxLength: 200 }),
  quantity: fc.integer({ min: 1, max: maxQuantity }),
  seenPrice: fc.integer({ min: 0, max: 1_000_000 }),
});
const carts = fc.uniqueArray(line, { selector: (entry) => entry.addonId, maxLength: 20 });

describe('cart', () => {
  it('raises the quantity of an add-on that is already in it (S4.16)', () => {
    expect(addToCart(addToCart([], qr), qr)).toEqual([{ addonId: 'qr', name: 'QR Code Attendance', quantity: 2, seenPrice: 3999 }]);
  });
  it.each([0, -1, -1000, Number.NaN, 0.4])('removes a line whose quantity becomes %s (S4.17)', (quantity) => {
    expect(setQuantity(addToCart([], qr), 'qr', quantity)).toEqual([]);
  });
  it('removes one line and no other', () => {
    expect(removeLine(addToCart(addToCart([], qr), twoFactor), 'qr')).toEqual(addToCart([], twoFactor));
  });
  it('counts quantities, not lines', () => {
    expect(itemCount(setQuantity(addToCart(addToCart([], qr), twoFactor), 'qr', 4))).toBe(5);
  });
  it('stores the latest price shown', () => {
    expect(addToCart(addToCart([], qr), { ...qr, price: 4200 })[0]?.seenPrice).toBe(4200);
  });

  it('survives being stored and parsed', () => {
    fc.assert(fc.property(carts, (cart) => void expect(parseCart(serializeCart(cart))).toEqual(cart)));
  });
  it('is valid after any sequence of operations', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        id: fc.constantFrom('a', 'b', 'c'),
        name: fc.string({ minLength: 1, maxLength: 9 }),
        price: fc.nat(),
      }),
      fc.record({ kind: fc.constant('set' as const), id: fc.constantFrom('a', 'b', 'c'), quantity: fc.oneof(fc.integer(), fc.double()) }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let cart: Cart = [];
        for (const next of steps) {
          if (next.kind === 'add') cart = addToCart(cart, next);
          else if (next.kind === 'set') cart = setQuantity(cart, next.id, next.quantity);
          else cart = removeLine(cart, next.id);
          expect(parseCart(serializeCart(cart))).toEqual(cart);
        }
      }),
    );
  });
  it.each([
    null,
    '',
    'nonsense',
    '[]',
    '{"version":2,"lines":[]}',
    '{"version":1,"lines":[{"addonId":"a","name":"A","quantity":-1,"seenPrice":1}]}',
    '{"version":1,"lines":[{"addonId":"a","name":"A","quantity":1.5,"seenPrice":1}]}',
    '{"version":1,"lines":[{"addonId":7}]}',
  ])('is empty when the stored value is %j', (stored) => expect(parseCart(stored)).toEqual([]));
  it('merges duplicate lines of the stored cart', () => {
    const twice = { addonId: 'qr', name: 'QR', quantity: 2, seenPrice: 1 };
    expect(parseCart(serializeCart([twice, twice]))).toEqual([{ ...twice, quantity: 4 }]);
  });
});

describe('pricing a cart', () => {
  const cart = setQuantity(addToCart(addToCart([], qr), twoFactor), 'qr', 2);

  it("applies the price book's prices and lists changed prices and missing add-ons", () => {
    const priced = priceCart(cart, [{ ...qr, price: 4500 }]);
    expect(priced.total).toBe(9000);
    expect(priced.changed.map((changed) => [changed.item.id, changed.seenPrice])).toEqual([['qr', 3999]]);
    expect(priced.dropped.map((gone) => gone.name)).toEqual(['Two-Factor Authentication']);
  });
  it('reports no change once the prices were accepted', () => {
    fc.assert(
      fc.property(carts, fc.array(fc.record({ id: fc.string(), name: fc.string(), price: fc.nat() })), (kept, catalogue) => {
        const accepted = priceCart(acceptPrices(kept, catalogue), catalogue);
        expect([accepted.changed, accepted.dropped]).toEqual([[], []]);
        expect(accepted.total).toBe(priceCart(kept, catalogue).total);
      }),
    );
  });
});

describe('Buy Now', () => {
  const catalogue = [
    { id: '1', name: 'QR Code Attendance', category: 'saas', price: 3999, aliases: [] },
    { id: '2', name: 'QR Code Attendance', category: 'standalone', price: 1999, aliases: [] },
    { id: '3', name: 'Google Meet Live Classes', category: 'standalone', price: 1499, aliases: ['Gmeet Live Classes', 'Gmeet'] },
  ];
  it.each([
    [{ id: '2', name: 'anything' }, '2'],
    [{ id: 'unknown', name: 'QR Code Attendance', category: 'standalone' }, '2'],
    [{ name: 'qr code  attendance', category: 'saas' }, '1'],
    [{ name: 'Gmeet' }, '3'],
    [{ name: 'Gmeet Live Classes', category: 'saas' }, '3'],
    [{ name: 'QR Code Attendance' }, undefined],
    [{ name: 'Payroll' }, undefined],
  ])('resolves %j to add-on %s', (hint, id) => expect(resolveBuyNow(hint, catalogue)?.id).toBe(id));

  it('requires its flag in the navigation state', () => {
    expect(parseBuyNow({ id: '1', name: 'QR', price: 3999, fromPricing: true })).toEqual({ id: '1', name: 'QR', price: 3999 });
    for (const state of [null, undefined, 'x', { name: 'QR' }, { name: '', fromPricing: true }, { name: 'QR', fromPricing: false }]) {
      expect(parseBuyNow(state)).toBeUndefined();
    }
  });
});
