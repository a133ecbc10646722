import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { chooseMessage, getMessageChoices, messageChoiceKeys } from '@masomo/data/messages/messageChoices';
import { Card, ErrorState, Heading, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { PushSection } from './PushSection.tsx';
import { QuietHoursForm } from './QuietHoursForm.tsx';
import { TopicSwitches } from './TopicSwitches.tsx';

/** Which messages are sent by email and to devices as well, and when nothing is sent. */
export function MessagesCard({ userId, email }: { userId: string; email: string }) {
  const { data: choices, error, reload } = useQuery(messageChoiceKeys.all(userId), getMessageChoices);
  const choose = useCommand(chooseMessage, {
    invalidates: ['message choices'],
    isQueued: true,
    onError: (failure) => toaster.error(failureMessage(failure, t`The choice was not saved`)),
  });
  if (choices?.topics.length === 0) return null;
  return (
    <Card.Root as="section" aria-labelledby="messages">
      <Card.Header>
        <Heading as="h2" size="md" id="messages">
          <Trans>Messages</Trans>
        </Heading>
        <Card.Description>
          <Trans>Everything is in your notifications. Choose what is sent to {email} as well.</Trans>
        </Card.Description>
      </Card.Header>
      <Card.Body>
        {error && !choices && <ErrorState error={error} onRetry={reload} />}
        {!error && !choices && <SkeletonText noOfLines={4} gap="3" />}
        {choices && (
          <Stack gap="6">
            <TopicSwitches
              label={t`By email`}
              topics={choices.topics}
              isOn={({ isMailed }) => isMailed}
              onChoose={(topic, isOn) => void choose.run({ topic, channel: 'mail', isOn })}
            />
            <PushSection
              userId={userId}
              topics={choices.topics}
              onChoose={(topic, isOn) => void choose.run({ topic, channel: 'push', isOn })}
            />
            <Stack gap="3">
              <Heading as="h3" size="sm">
                <Trans>Quiet hours</Trans>
              </Heading>
              <Text fontSize="sm" color="fg.muted">
                <Trans>What you have chosen above waits until they are over. Receipts and what concerns your account come at once.</Trans>
              </Text>
              <QuietHoursForm key={`${choices.quietHours?.starts} ${choices.quietHours?.ends}`} hours={choices.quietHours} />
            </Stack>
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}
