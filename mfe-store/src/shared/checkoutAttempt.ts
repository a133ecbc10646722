import { useSyncExternalStore } from 'react';
import { personalStorage } from '@masomo/domain/personalStorage';
import { storedText } from './browserStorage.ts';

/** Serialized checkout attempts without a response, shared by all tabs so that two of them create one order. */
export const storedCheckoutAttempts = storedText(personalStorage.checkoutAttempt);

/** Whether a checkout attempt got no response (reload, lost connection). Cheap enough for the store page: nothing is parsed. */
export function useHasCheckoutAttempt(): boolean {
  return useSyncExternalStore(
    storedCheckoutAttempts.subscribe,
    () => storedCheckoutAttempts.read() !== null,
    () => false,
  );
}
