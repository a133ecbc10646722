import { personalStorage } from '@masomo/domain/personalStorage';
import { parseCart } from '@masomo/domain/cart';
import type { LastSyncedCart } from '@masomo/domain/savedCart';
import { storedText } from './browserStorage.ts';

const stored = storedText(personalStorage.savedCart);

function parse(text: string | null): LastSyncedCart | undefined {
  if (!text) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Record<keyof LastSyncedCart, unknown>> | null;
    const { userId, version, lines } = value ?? {};
    if (typeof userId !== 'string' || !Number.isInteger(version)) return undefined;
    return { userId, version: Number(version), lines: parseCart(JSON.stringify({ version: 1, lines })) };
  } catch {
    return undefined;
  }
}

/** What this browser last saw of the cart kept with a person's account; the same for every tab. */
export const lastSyncedCart = {
  readText: stored.read,
  subscribe: stored.subscribe,
  get: (): LastSyncedCart | undefined => parse(stored.read()),
  set: (seen: LastSyncedCart) => stored.write(JSON.stringify(seen)),
};
