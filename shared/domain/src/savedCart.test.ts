import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cart } from './cart.ts';
import { isSameCart, combineCarts, mergeCarts, nextSyncStep, type SavedCart, type LastSyncedCart } from './savedCart.ts';

const cart = (...lines: [id: string, quantity: number][]): Cart =>
  lines.map(([addonId, quantity]) => ({ addonId, name: addonId, quantity, seenPrice: 1 }));
const seen = (version: number, lines: Cart, userId = 'ann'): LastSyncedCart => ({ userId, version, lines });
const none: SavedCart = { version: 0, lines: [] };
const anyCart = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9 })), { selector: ([id]) => id, maxLength: 4 })
  .map((lines) => cart(...lines));

describe('the next step of a cart that is saved with an account', () => {
  it.each([
    ['nothing anywhere', cart(), undefined, none, { do: 'adopt' }],
    ["a visitor's cart, none kept", cart(['a', 1]), undefined, none, { do: 'save', version: 0 }],
    ["a visitor's cart, an emptied one kept", cart(['a', 1]), undefined, { version: 4, lines: [] }, { do: 'save', version: 4 }],
    ['nothing here, one kept', cart(), undefined, { version: 2, lines: cart(['b', 1]) }, { do: 'adopt' }],
    ['the same on both sides', cart(['a', 1], ['b', 2]), undefined, { version: 2, lines: cart(['b', 2], ['a', 1]) }, { do: 'adopt' }],
    ['two that disagree', cart(['a', 1]), undefined, { version: 2, lines: cart(['a', 2]) }, { do: 'ask' }],
    ["another person's left here", cart(['a', 1]), seen(7, cart(['a', 1]), 'ben'), none, { do: 'adopt' }],
    ['nothing changed', cart(['a', 1]), seen(2, cart(['a', 1])), { version: 2, lines: cart(['a', 1]) }, { do: 'nothing' }],
    ['changed here', cart(['a', 2]), seen(2, cart(['a', 1])), { version: 2, lines: cart(['a', 1]) }, { do: 'save', version: 2 }],
    ['changed on another device', cart(['a', 1]), seen(2, cart(['a', 1])), { version: 3, lines: cart() }, { do: 'adopt' }],
    [
      'changed on both',
      cart(['a', 1], ['b', 1]),
      seen(2, cart(['a', 1])),
      { version: 3, lines: cart(['a', 1], ['c', 1]) },
      { do: 'merge', lines: cart(['a', 1], ['c', 1], ['b', 1]) },
    ],
    ['an old answer of the server', cart(['a', 1]), seen(5, cart(['a', 1])), { version: 3, lines: cart() }, { do: 'nothing' }],
  ])('%s', (_case, here, known, saved, step) => {
    expect(nextSyncStep('ann', here, known, saved)).toEqual(step);
  });

  it('two devices converge to the same cart, with every change that only one of them made', () => {
    fc.assert(
      fc.property(anyCart, anyCart, anyCart, (before, mine, incoming) => {
        const merged = mergeCarts(before, mine, incoming);
        for (const id of ['a', 'b', 'c', 'd']) {
          const quantity = (of: Cart) => of.find(({ addonId }) => addonId === id)?.quantity;
          const [old, own, other, now] = [before, mine, incoming, merged].map(quantity);
          expect(now).toBe(own === old ? other : own);
        }
        // The other device, which has `incoming`, takes what was merged over as it is.
        expect(nextSyncStep('ann', incoming, seen(3, incoming), { version: 4, lines: merged })).toEqual({ do: 'adopt' });
      }),
    );
  });

  it('merging two carts loses no line and duplicates none', () => {
    fc.assert(
      fc.property(anyCart, anyCart, (mine, incoming) => {
        const joined = combineCarts(mine, incoming);
        for (const { addonId, quantity } of [...mine, ...incoming])
          expect(joined.find((line) => line.addonId === addonId)?.quantity).toBeGreaterThanOrEqual(quantity);
        expect(new Set(joined.map(({ addonId }) => addonId)).size).toBe(joined.length);
        expect(isSameCart(joined, combineCarts(incoming, mine))).toBe(true);
      }),
    );
  });
});
