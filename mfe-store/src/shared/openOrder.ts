import { storedText } from './browserStorage.ts';

/** An order of this tab that is not paid yet, with what proves that it is the buyer's. */
export type OpenOrder = { orderNumber: string; email: string };

const stored = storedText('session', 'openOrder');

function parse(text: string): OpenOrder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || !('orderNumber' in value) || !('email' in value)) return undefined;
    const { orderNumber, email } = value;
    return typeof orderNumber === 'string' && typeof email === 'string' ? { orderNumber, email } : undefined;
  } catch {
    return undefined;
  }
}

/** The order this tab is paying: a reload, or the way back from the card page, finds it again. */
export const openOrder = {
  get(): OpenOrder | undefined {
    const text = stored.read();
    return text ? parse(text) : undefined;
  },
  set: (order: OpenOrder) => stored.write(JSON.stringify(order)),
  /** Forgets the order once nothing is left to pay; another one that was placed since stays. */
  clear(orderNumber: string) {
    if (openOrder.get()?.orderNumber === orderNumber) stored.write(null);
  },
};
