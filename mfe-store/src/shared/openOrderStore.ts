import { useSyncExternalStore } from 'react';
import { personalStorage } from '@masomo/domain/personalStorage';
import { storedText } from './browserStorage.ts';

/** An unpaid order with its proof of ownership. */
export type OpenOrder = { orderNumber: string; email: string; orderKey?: string };

const stored = storedText(personalStorage.openOrder);

function parse(text: string): OpenOrder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || !('orderNumber' in value) || !('email' in value)) return undefined;
    const { orderNumber, email } = value;
    if (typeof orderNumber !== 'string' || typeof email !== 'string') return undefined;
    const key = 'orderKey' in value && typeof value.orderKey === 'string' ? { orderKey: value.orderKey } : {};
    return { orderNumber, email, ...key };
  } catch {
    return undefined;
  }
}

/** The order this browser is paying, stored so that a reload, another tab, or the return from the card page finds it. */
export const openOrderStore = {
  get(): OpenOrder | undefined {
    const text = stored.read();
    return text ? parse(text) : undefined;
  },
  set: (order: OpenOrder) => stored.write(JSON.stringify(order)),
  /** Forgets the order once nothing is due; a newer one stays. */
  clear(orderNumber: string) {
    if (openOrderStore.get()?.orderNumber === orderNumber) stored.write(null);
  },
};

/** The order awaiting payment, updated across tabs; undefined in a server render. */
export function useOpenOrder(): OpenOrder | undefined {
  const text = useSyncExternalStore(stored.subscribe, stored.read, () => null);
  return text ? parse(text) : undefined;
}
