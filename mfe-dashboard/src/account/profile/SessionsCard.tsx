import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { endDevice, listDevices, signOutEverywhere } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Badge, Box, Button, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { useSignOutQuestion } from '@masomo/remote/useSignOutQuestion';
import { deviceLabel } from '@masomo/remote/deviceLabel';

export function SessionsCard({ userId }: { userId: string }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { data: devices, error, reload } = useQuery(['devices', userId], () => listDevices());
  const end = useCommand((_, id: string) => endDevice(id), {
    invalidates: ['devices'],
    onSuccess: () => {
      toaster.success({ title: t`Device signed out` });
    },
    onError: (failure) => toaster.error(failureMessage(failure, t`The device was not signed out`)),
  });
  const endAll = useCommand(() => signOutEverywhere());
  const { ask, question } = useSignOutQuestion(() => setIsConfirming(true));
  return (
    <Card.Root as="section" aria-labelledby="sessions">
      <Card.Header>
        <Heading as="h2" size="md" id="sessions">
          <Trans>Signed-in devices</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && !devices && <ErrorState error={error} onRetry={reload} />}
        {!error && !devices && <SkeletonText noOfLines={3} gap="3" />}
        {devices && (
          <Stack gap="4" align="stretch">
            <Stack as="ul" listStyleType="none" ps="0" gap="3">
              {devices.map((device) => (
                <HStack as="li" key={device.id} justify="space-between" gap="3">
                  <Box minW="0">
                    <HStack gap="2">
                      <Text fontWeight="600">{deviceLabel(device.device)}</Text>
                      {device.isCurrent && (
                        <Badge colorPalette="green">
                          <Trans>This device</Trans>
                        </Badge>
                      )}
                    </HStack>
                    <Text fontSize="sm" color="fg.muted">
                      <Trans>
                        Signed in {formatDateTimeWithSeconds(device.startedAt)}, last seen {formatDateTimeWithSeconds(device.seenAt)}
                      </Trans>
                    </Text>
                  </Box>
                  {!device.isCurrent && (
                    <Button
                      size="xs"
                      variant="outline"
                      flexShrink="0"
                      disabled={end.isRunning}
                      aria-label={t`Sign out ${deviceLabel(device.device)}, signed in ${formatDateTimeWithSeconds(device.startedAt)}`}
                      onClick={() => void end.run(device.id)}
                    >
                      <Trans>Sign out</Trans>
                    </Button>
                  )}
                </HStack>
              ))}
            </Stack>
            <Button size="sm" variant="outline" alignSelf="flex-start" onClick={ask}>
              <Trans>Sign out everywhere</Trans>
            </Button>
          </Stack>
        )}
      </Card.Body>
      {question}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Sign out everywhere?`}
        body={
          endAll.error?.userMessage ?? t`This signs out every device and tab, including this one. You can sign in again with your password.`
        }
        confirmLabel={t`Sign out everywhere`}
        tone="danger"
        isBusy={endAll.isRunning}
        onConfirm={() => void endAll.run(undefined)}
        onClose={() => setIsConfirming(false)}
      />
    </Card.Root>
  );
}
