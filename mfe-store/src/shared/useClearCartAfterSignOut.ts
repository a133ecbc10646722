import { useEffect } from 'react';
import { settledSession } from '@masomo/auth';
import { clearPersonalStorage } from '@masomo/domain/personalStorage';
import { lastSyncedCart } from './lastSyncedCart.ts';

/** Clears the cart of a user whose session ended while no page was open to notice it. */
export function useClearCartAfterSignOut(): void {
  useEffect(() => {
    void settledSession().then(({ status }) => {
      if (status === 'signed-out' && lastSyncedCart.readText() !== null) clearPersonalStorage();
    });
  }, []);
}
