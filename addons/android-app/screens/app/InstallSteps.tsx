import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Box, Button, List, Text } from '@masomo/design-system';
import { deviceNow, install, onDeviceChange } from '../../data/device.ts';

/** At the address of the app: the browser's own question where it asks one, else what to press. */
export function InstallSteps({ name }: { name: string }) {
  const device = useSyncExternalStore(onDeviceChange, deviceNow);
  if (device === 'installed')
    return (
      <Text>
        <Trans>This is the app. It opens from the home screen under the name {name}.</Trans>
      </Text>
    );
  if (device === 'offered')
    return (
      <Box>
        <Button onClick={() => void install()}>
          <Trans>Install {name}</Trans>
        </Button>
      </Box>
    );
  if (device === 'apple')
    return (
      <>
        <Text>
          <Trans>On an iPhone or iPad:</Trans>
        </Text>
        <List.Root as="ol" ps="5" gap="1">
          <List.Item>
            <Trans>Press Share in the bar of the browser.</Trans>
          </List.Item>
          <List.Item>
            <Trans>Choose Add to Home Screen, then Add.</Trans>
          </List.Item>
        </List.Root>
      </>
    );
  return (
    <>
      <Text>
        {device === 'android' ? (
          <Trans>If your browser does not offer it by itself:</Trans>
        ) : (
          <Trans>Open this address on the phone, or install it on this computer with Chrome or Edge:</Trans>
        )}
      </Text>
      <List.Root as="ol" ps="5" gap="1">
        <List.Item>
          <Trans>Open the menu of the browser, with the three dots.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Choose Install app or Add to Home screen. An app that is there already is not offered again.</Trans>
        </List.Item>
      </List.Root>
    </>
  );
}
