import { personalStorage } from '@masomo/domain/personalStorage';
import { parseCart } from '@masomo/domain/cart';
import type { LastSyncedCart } from '@masomo/domain/savedCart';
import { storedText } from './browserStorage.ts';

const stored = storedText(personalStorage.savedCart);

function parse(text: string | null): LastSyncedCart | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || !('userId' in value) || !('version' in value)) return undefined;
    const { userId, version } = value;
    const lines = 'lines' in value ? value.lines : undefined;
    if (typeof userId !== 'string' || !Number.isInteger(version)) return undefined;
    return { userId, version: Number(version), lines: parseCart(JSON.stringify({ version: 1, lines })) };
  } catch {
    return undefined;
  }
}

/** The account's cart as this browser last synced it, shared by all tabs. */
export const lastSyncedCart = {
  readText: stored.read,
  subscribe: stored.subscribe,
  get: (): LastSyncedCart | undefined => parse(stored.read()),
  set: (cart: LastSyncedCart) => stored.write(JSON.stringify(cart)),
};
