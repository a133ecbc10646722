import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useState } from 'react';
import { outcomeTitle, type DataError } from '@masomo/data';
import type { PageDraft } from '@masomo/data/site/pages';
import { formatDateTime, fromLocalDateTime, timeZonePlace, toDateTimeInput } from '@masomo/domain/time';
import { Button, Card, Heading, HStack, SimpleGrid, Text } from '@masomo/design-system';
import { FormError, TextField } from '@masomo/design-system/forms';

type ScheduleFieldsProps = {
  saved: PageDraft;
  isBusy: boolean;
  failure: DataError | undefined;
  onSchedule: (times: { publishAt: string | null; unpublishAt: string | null }) => Promise<unknown>;
};

/** Schedules when the saved page is published and unpublished, in the school's time zone. */
export const ScheduleFields = memo(function ScheduleFields({ saved, isBusy, failure, onSchedule }: ScheduleFieldsProps) {
  const [publishAt, setPublishAt] = useState(toDateTimeInput(saved.publishAt));
  const [unpublishAt, setUnpublishAt] = useState(toDateTimeInput(saved.unpublishAt));
  const isPlanned = Boolean(saved.publishAt ?? saved.unpublishAt);
  const cancel = () =>
    onSchedule({ publishAt: null, unpublishAt: null }).then(() => {
      setPublishAt('');
      setUnpublishAt('');
    });
  return (
    <Card.Root as="section" aria-labelledby="schedule">
      <Card.Body gap="4">
        <Heading as="h2" size="lg" id="schedule">
          <Trans>Schedule</Trans>
        </Heading>
        <Text fontSize="sm" color="fg.muted">
          <Trans>Visitors get the page as it is now. Later edits wait until you publish again. Times are {timeZonePlace()} time.</Trans>
        </Text>
        {isPlanned && (
          <Text role="status">
            {[
              saved.publishAt && t`Published on ${formatDateTime(saved.publishAt)}.`,
              saved.unpublishAt && t`Unpublished on ${formatDateTime(saved.unpublishAt)}.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
        )}
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField
            label={t`Publish on`}
            type="datetime-local"
            value={publishAt}
            onChange={(event) => setPublishAt(event.currentTarget.value)}
          />
          <TextField
            label={t`Unpublish on`}
            type="datetime-local"
            value={unpublishAt}
            onChange={(event) => setUnpublishAt(event.currentTarget.value)}
          />
        </SimpleGrid>
        <FormError title={outcomeTitle(failure, t`The page was not scheduled`)}>{failure?.userMessage}</FormError>
        <HStack gap="2">
          <Button
            size="sm"
            variant="outline"
            disabled={isBusy || (!publishAt && !unpublishAt)}
            onClick={() => void onSchedule({ publishAt: fromLocalDateTime(publishAt), unpublishAt: fromLocalDateTime(unpublishAt) })}
          >
            <Trans>Schedule</Trans>
          </Button>
          {isPlanned && (
            <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => void cancel()}>
              <Trans>Cancel schedule</Trans>
            </Button>
          )}
        </HStack>
      </Card.Body>
    </Card.Root>
  );
});
