import { openOrderStore } from '../shared/openOrderStore.ts';
import type { BuyerProof } from './useBuyerOrder.ts';

const textOf = (state: unknown, name: string): string | undefined => {
  const value: unknown = state !== null && typeof state === 'object' ? Reflect.get(state, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** What this browser knows of an order: from the checkout's navigation state, the link of a mail, or the order it is paying. */
export function knownProof(number: string, { state, hash }: { state: unknown; hash: string }): BuyerProof {
  const stored = openOrderStore.get();
  const open = stored?.orderNumber === number.toUpperCase() ? stored : undefined;
  return {
    email: textOf(state, 'email') ?? open?.email,
    orderKey: new URLSearchParams(hash.slice(1)).get('key') ?? textOf(state, 'orderKey') ?? open?.orderKey,
  };
}
