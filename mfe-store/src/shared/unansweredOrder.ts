import { storedText } from './browserStorage.ts';

/** Where this tab keeps the order it asked for until it is answered. */
export const unansweredOrderText = storedText('session', 'checkoutAttempt');

/** Was an order asked for that never got its answer (reload, lost connection)? Cheap: nothing is parsed. */
export function hasUnansweredOrder(): boolean {
  return unansweredOrderText.read() !== null;
}
