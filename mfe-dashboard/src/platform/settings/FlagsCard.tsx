import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listFlags, platformConsoleKeys, setFlag } from '@masomo/data/platform/platformConsole';
import { Box, Card, ErrorState, Heading, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';

/** Flags of the platform; the database refuses what is closed with its message. */
export function FlagsCard() {
  const { data: flags, error, reload } = useQuery(platformConsoleKeys.flags(), listFlags);
  const change = useCommand(setFlag, {
    invalidates: ['flags', 'audit'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The setting was not changed`)),
  });
  return (
    <Card.Root as="section" aria-labelledby="flags">
      <Card.Header>
        <Heading as="h2" size="md" id="flags">
          <Trans>Open to visitors</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && !flags && <ErrorState error={error} onRetry={reload} />}
        {!error && !flags && <SkeletonText noOfLines={4} gap="3" />}
        <Stack gap="4">
          {flags?.map(({ name, label, closedMessage, isOn }) => (
            <Box key={name}>
              <SwitchField
                label={label}
                checked={isOn}
                disabled={change.isRunning}
                onChange={(event) => void change.run({ name, isOn: event.currentTarget.checked })}
              />
              <Text fontSize="sm" color="fg.muted" mt="1">
                {isOn ? t`When closed, visitors see: ${closedMessage}` : t`Closed. Visitors see: ${closedMessage}`}
              </Text>
            </Box>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
