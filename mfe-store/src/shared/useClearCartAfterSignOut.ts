import { useEffect } from 'react';
import { settledSession } from '@masomo/auth';
import { forgetPerson } from '@masomo/domain/personalStorage';
import { seenCart } from './lastSyncedCart.ts';

/** Takes away the cart of a person whose session ended while no page was open to hear of it. */
export function useLeftCart(): void {
  useEffect(() => {
    void settledSession().then(({ status }) => {
      if (status === 'signed-out' && seenCart.readText() !== null) forgetPerson();
    });
  }, []);
}
