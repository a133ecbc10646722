import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCommand, useQuery } from '@masomo/data';
import { endTrustedDevice, getMyTwoFactor, listTrustedDevices, twoFactorKeys } from '../data/twoFactor.ts';
import { formatDate, formatDateTime } from '@masomo/domain/time';
import { Box, Button, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { deviceLabel } from '@masomo/remote/deviceLabel';

/** In one's profile: the devices that are not asked for a code; nothing where the school trusts none. */
export function ProfileCard() {
  const { data: mine } = useQuery(twoFactorKeys.mine(), getMyTwoFactor);
  const { data: devices, error, reload } = useQuery(twoFactorKeys.devices(), listTrustedDevices);
  const end = useCommand(endTrustedDevice, { invalidates: ['two-factor'] });
  if (!mine || (mine.trustDays === 0 && !devices?.length)) return null;
  return (
    <Card.Root as="section" aria-labelledby="trusted-devices">
      <Card.Header>
        <Heading as="h2" size="md" id="trusted-devices">
          <Trans>Trusted devices</Trans>
        </Heading>
        <Card.Description>
          <Trans>Here you sign in with your password only. Remove what you no longer have.</Trans>
        </Card.Description>
      </Card.Header>
      <Card.Body>
        <FormError>{end.error?.userMessage}</FormError>
        {error && !devices && <ErrorState error={error} onRetry={reload} />}
        {!error && !devices && <SkeletonText noOfLines={2} />}
        {devices?.length === 0 && (
          <Text color="fg.muted">
            <Trans>None. Tick "Trust this device" when you enter a code.</Trans>
          </Text>
        )}
        {devices && devices.length > 0 && (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {devices.map(({ id, device, usedAt, trustedUntil }) => (
              <HStack as="li" key={id} justify="space-between" gap="3">
                <Box>
                  <Text fontWeight="600">{deviceLabel(device)}</Text>
                  <Text
                    fontSize="sm"
                    color="fg.muted"
                  >{t`Last used ${formatDateTime(usedAt)}, trusted until ${formatDate(trustedUntil)}`}</Text>
                </Box>
                <Button
                  size="xs"
                  variant="outline"
                  disabled={end.isRunning}
                  aria-label={t`Remove ${deviceLabel(device)}`}
                  onClick={() => void end.run(id)}
                >
                  <Trans>Remove</Trans>
                </Button>
              </HStack>
            ))}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}
