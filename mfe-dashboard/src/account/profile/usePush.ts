import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { addPushDevice, getPushState, pushDeviceKeys, removePushDevice, type PushDevice } from '@masomo/data/messages/pushDevices';
import { toaster } from '@masomo/design-system';
import { currentEndpoint, pushAbility, subscribe, unsubscribe } from './pushBrowser.ts';

/** Where a person has turned messages on, and how to do so here. */
export function usePush(userId: string) {
  const [ability, setAbility] = useState(pushAbility);
  const { data: endpoint, reload: reloadEndpoint } = useQuery(['push endpoint', userId], async () => (await currentEndpoint()) ?? '');
  const {
    data: state,
    error,
    reload,
  } = useQuery(endpoint === undefined ? null : pushDeviceKeys.all(userId, endpoint), (db) => getPushState(db, endpoint || null));
  const turnOn = useCommand(
    async (db, senderKey: string) => {
      const address = await subscribe(senderKey);
      setAbility(pushAbility());
      if (!address) return;
      await addPushDevice(db, { ...address, senderKey, device: navigator.userAgent });
      await reloadEndpoint();
    },
    {
      invalidates: ['push devices'],
      onError: (failure) => toaster.error(failureMessage(failure, t`Messages could not be turned on`)),
    },
  );
  const turnOff = useCommand(
    async (db, { id, isThis }: PushDevice) => {
      await removePushDevice(db, id);
      if (!isThis) return;
      await unsubscribe();
      await reloadEndpoint();
    },
    {
      invalidates: ['push devices'],
      onError: (failure) => toaster.error(failureMessage(failure, t`Messages could not be turned off`)),
    },
  );
  return { ability, state, error, reload, turnOn, turnOff };
}
