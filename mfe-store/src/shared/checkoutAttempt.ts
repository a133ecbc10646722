import { useSyncExternalStore } from 'react';
import { personalStorage } from '@masomo/domain/personalStorage';
import { storedText } from './browserStorage.ts';

/** Where this browser keeps the order it asked for until it is answered; one for all tabs, so that two of them make one order. */
export const storedCheckoutAttempts = storedText(personalStorage.checkoutAttempt);

/** Was an order asked for that has no answer (reload, lost connection)? Cheap: nothing is parsed. */
export function useHasCheckoutAttempt(): boolean {
  return useSyncExternalStore(
    storedCheckoutAttempts.subscribe,
    () => storedCheckoutAttempts.read() !== null,
    () => false,
  );
}
