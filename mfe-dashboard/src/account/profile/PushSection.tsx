import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { deviceLabel } from '@masomo/remote/deviceLabel';
import type { MessageTopic } from '@masomo/data/messages/messageChoices';
import type { PushDevice } from '@masomo/data/messages/pushDevices';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, ErrorState, Heading, HStack, Stack, Text } from '@masomo/design-system';
import type { PushAbility } from './pushBrowser.ts';
import { TopicSwitches } from './TopicSwitches.tsx';
import { usePush } from './usePush.ts';

const obstacles = (ability: PushAbility) =>
  ({
    able: null,
    blocked: t`This browser blocks messages of this site. Allow notifications in its site settings, then reload the page.`,
    'home-screen': t`On an iPhone or iPad, add this site to the home screen first: press Share, then Add to Home Screen, and open it there.`,
    none: t`This browser cannot show messages while the site is closed. Use Chrome, Edge, Firefox or Safari over https.`,
  })[ability];

type PushSectionProps = {
  userId: string;
  topics: readonly MessageTopic[];
  onChoose: (topic: string, isOn: boolean) => void;
};

/** Messages that phones and computers show while the product is closed. */
export function PushSection({ userId, topics, onChoose }: PushSectionProps) {
  const { ability, state, error, reload, turnOn, turnOff } = usePush(userId);
  if (error && !state) return <ErrorState error={error} onRetry={reload} />;
  if (!state) return null;
  const { devices, senderKey, isLost } = state;
  const isOnHere = devices.some(({ isThis, isCurrent }) => isThis && isCurrent);
  const obstacle = obstacles(ability);
  return (
    <Stack gap="3" as="section" aria-labelledby="push">
      <Heading as="h3" size="sm" id="push">
        <Trans>On your phone and computer</Trans>
      </Heading>
      <Text fontSize="sm" color="fg.muted">
        <Trans>
          A device says that there is news while this site is closed. It names no child, mark or amount, since others read a locked screen.
        </Trans>
      </Text>
      {isLost && (
        <Text fontSize="sm" role="status">
          <Trans>Your device does not take messages any more, so they come by email. Turn them on again here.</Trans>
        </Text>
      )}
      {devices.length > 0 && <Devices devices={devices} isBusy={turnOff.isRunning} onTurnOff={(device) => void turnOff.run(device)} />}
      {!isOnHere && obstacle === null && (
        <Box>
          <Button variant="outline" loading={turnOn.isRunning} onClick={() => void turnOn.run(senderKey)}>
            <Trans>Turn on for this device</Trans>
          </Button>
        </Box>
      )}
      {!isOnHere && obstacle !== null && (
        <Text fontSize="sm" color="fg.muted">
          {obstacle}
        </Text>
      )}
      {devices.length > 0 && (
        <TopicSwitches label={t`On your devices`} topics={topics} isOn={({ isPushed }) => isPushed} onChoose={onChoose} />
      )}
    </Stack>
  );
}

function Devices({
  devices,
  isBusy,
  onTurnOff,
}: {
  devices: readonly PushDevice[];
  isBusy: boolean;
  onTurnOff: (device: PushDevice) => void;
}) {
  return (
    <Stack as="ul" listStyleType="none" ps="0" gap="2" aria-label={t`Devices that take messages`}>
      {devices.map((each) => (
        <HStack as="li" key={each.id} justify="space-between" gap="3">
          <Box minW="0">
            <HStack gap="2">
              <Text fontWeight="600">{deviceLabel(each.device)}</Text>
              {each.isThis && (
                <Badge colorPalette="green">
                  <Trans>This device</Trans>
                </Badge>
              )}
            </HStack>
            <Text fontSize="sm" color="fg.muted">
              <Trans>Since {formatDate(each.addedAt)}, until you sign out there</Trans>
            </Text>
          </Box>
          <Button
            size="xs"
            variant="outline"
            flexShrink="0"
            disabled={isBusy}
            aria-label={t`Turn messages off for ${deviceLabel(each.device)}`}
            onClick={() => onTurnOff(each)}
          >
            <Trans>Turn off</Trans>
          </Button>
        </HStack>
      ))}
    </Stack>
  );
}
