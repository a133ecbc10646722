import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { rereadRole, useIsAllowed } from '@masomo/auth';
import { Center, ErrorState, Text } from '@masomo/design-system';

/** Shown instead of a guarded screen until the person's role can be read. */
export function WaitingForRole({ isProfile }: { isProfile: boolean }) {
  const mayTakeAttendance = useIsAllowed('attendance:take');
  const userMessage = t`This page opens automatically as soon as it can.`;
  return (
    <Center py="16" px="4" flexDirection="column" gap="3">
      <ErrorState
        title={isProfile ? t`Failed to load profile data` : t`Your account could not be loaded`}
        error={{ userMessage }}
        onRetry={rereadRole}
      />
      {mayTakeAttendance && (
        <Text color="fg.muted">
          <Trans>You can still take attendance; it is sent later.</Trans>
        </Text>
      )}
    </Center>
  );
}
