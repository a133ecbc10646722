import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { useCommand } from '@masomo/data';
import { setQuietHours, type QuietHours } from '@masomo/data/messages/messageChoices';
import { Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/fields';

/** From when to when nothing is sent; it may lie over midnight. */
export function QuietHoursForm({ hours }: { hours: QuietHours | null }) {
  const [{ starts, ends }, setTimes] = useState(hours ?? { starts: '21:00', ends: '06:00' });
  const save = useCommand(setQuietHours, {
    invalidates: ['message choices'],
    onSuccess: () => {
      toaster.success({ title: t`Quiet hours saved` });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ starts, ends });
  };
  return (
    <form onSubmit={submit} aria-label={t`Quiet hours`}>
      <HStack gap="3" wrap="wrap" align="flex-end">
        <Box w="36">
          <TextField
            label={t`From`}
            type="time"
            required
            value={starts}
            onChange={(event) => setTimes({ starts: event.currentTarget.value, ends })}
          />
        </Box>
        <Box w="36">
          <TextField
            label={t`Until`}
            type="time"
            required
            value={ends}
            onChange={(event) => setTimes({ starts, ends: event.currentTarget.value })}
          />
        </Box>
        <Button type="submit" variant="outline" disabled={save.isRunning}>
          {hours ? <Trans>Change</Trans> : <Trans>Set quiet hours</Trans>}
        </Button>
        {hours && (
          <Button variant="ghost" disabled={save.isRunning} onClick={() => void save.run(null)}>
            <Trans>No quiet hours</Trans>
          </Button>
        )}
      </HStack>
      {save.error && (
        <Text role="alert" mt="2" fontSize="sm" color="fg.error">
          {save.error.userMessage}
        </Text>
      )}
    </form>
  );
}
