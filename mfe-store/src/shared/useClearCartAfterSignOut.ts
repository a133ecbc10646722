import { useEffect } from 'react';
import { settledSession } from '@masomo/auth';
import { forgetPerson } from '@masomo/domain/personalStorage';
import { lastSyncedCart } from './lastSyncedCart.ts';

/** Takes away the cart of a person whose session ended while no page was open to hear of it. */
export function useClearCartAfterSignOut(): void {
  useEffect(() => {
    void settledSession().then(({ status }) => {
      if (status === 'signed-out' && lastSyncedCart.readText() !== null) forgetPerson();
    });
  }, []);
}
