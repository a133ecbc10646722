import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { listAuthenticators, removeAuthenticator, type Authenticator } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { EnrolDialog } from './EnrolDialog.tsx';

/** `isRequired`: it is all that the person may do for now. */
export function TwoStepCard({ userId, isRequired = false }: { userId: string; isRequired?: boolean }) {
  const [isEnrolling, setIsEnrolling] = useState(false);
  const [toRemove, setToRemove] = useState<Authenticator>();
  const { data: authenticators, error, reload } = useQuery(['authenticators', userId], () => listAuthenticators());
  const remove = useCommand((_, id: string) => removeAuthenticator(id), {
    invalidates: ['authenticators'],
    onSuccess: () => setToRemove(undefined),
  });
  const verified = authenticators?.filter((authenticator) => authenticator.isVerified);
  return (
    <Card.Root as="section" aria-labelledby="two-step">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="two-step">
            <Trans>Two-step sign-in</Trans>
          </Heading>
          {verified && verified.length > 0 && (
            <Badge colorPalette="green">
              <Trans>On</Trans>
            </Badge>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {error && !verified && <ErrorState error={error} onRetry={reload} />}
        {!error && !verified && <SkeletonText noOfLines={2} />}
        {verified && (
          <Stack gap="4" align="flex-start">
            <Text color="fg.muted">
              <Trans>After your password, you enter a code from an app on your phone, so a stolen password is not enough to sign in.</Trans>
            </Text>
            {verified.map((authenticator) => (
              <HStack key={authenticator.id} gap="4">
                <Text>
                  <Trans>
                    {authenticator.name}, since {formatDate(authenticator.createdAt)}
                  </Trans>
                </Text>
                <Button size="xs" variant="ghost" aria-label={t`Remove ${authenticator.name}`} onClick={() => setToRemove(authenticator)}>
                  <Trans>Remove</Trans>
                </Button>
              </HStack>
            ))}
            <Button size="sm" variant={isRequired ? 'solid' : 'outline'} onClick={() => setIsEnrolling(true)}>
              {verified.length > 0 ? t`Add another app` : t`Set up an app`}
            </Button>
            {verified.length > 0 && <RecoveryCodes userId={userId} />}
          </Stack>
        )}
      </Card.Body>
      {isEnrolling && (
        <EnrolDialog
          onDone={() => {
            setIsEnrolling(false);
            void reload();
          }}
          onClose={() => setIsEnrolling(false)}
        />
      )}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t`Remove ${toRemove?.name ?? ''}?`}
        body={remove.error?.userMessage ?? t`Its codes will stop working. Without an app, your password alone signs you in.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => toRemove && void remove.run(toRemove.id)}
        onClose={() => setToRemove(undefined)}
      />
    </Card.Root>
  );
}
