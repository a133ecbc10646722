import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatDate } from '@masomo/domain/time';
import { Button, Card, Heading, HStack, List, Stack, Text, toaster } from '@masomo/design-system';
import { listDaysOff, liveKeys } from '../../data/live.ts';
import { removeDaysOff } from '../../data/liveCommands.ts';
import { DaysOffDialog } from './DaysOffDialog.tsx';

/** Holidays and half-terms: on these days no meeting is made, and those that are made are cancelled. */
export function DaysOffCard({ isReadOnly }: { isReadOnly: boolean }) {
  const [isAdding, setIsAdding] = useState(false);
  const { data: days, error } = useQuery(liveKeys.daysOff(), listDaysOff);
  const remove = useCommand(removeDaysOff, {
    invalidates: ['live-classes'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The days were not removed`)),
  });
  return (
    <Card.Root as="section" aria-label={t`Days without live classes`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Days without live classes</Trans>
          </Heading>
          {!isReadOnly && (
            <Button size="sm" variant="outline" onClick={() => setIsAdding(true)}>
              <Trans>Add days</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {error && <Text color="fg.muted">{error.userMessage}</Text>}
        {days?.length === 0 && (
          <Text color="fg.muted">{t`Outside the terms there are none anyway. Add public holidays and half-terms: their meetings are cancelled.`}</Text>
        )}
        <List.Root listStyle="none" ps="0" gap="2">
          {days?.map(({ id, name, firstDay, lastDay }) => (
            <List.Item key={id}>
              <HStack justify="space-between" gap="3">
                <Stack gap="0">
                  <Text fontWeight="600">{name}</Text>
                  <Text fontSize="sm" color="fg.muted">
                    {firstDay === lastDay ? formatDate(firstDay) : t`${formatDate(firstDay)} to ${formatDate(lastDay)}`}
                  </Text>
                </Stack>
                {!isReadOnly && (
                  <Button
                    size="xs"
                    variant="ghost"
                    aria-label={t`Remove ${name}`}
                    disabled={remove.isRunning}
                    onClick={() => void remove.run(id)}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                )}
              </HStack>
            </List.Item>
          ))}
        </List.Root>
      </Card.Body>
      {isAdding && <DaysOffDialog onClose={() => setIsAdding(false)} />}
    </Card.Root>
  );
}
