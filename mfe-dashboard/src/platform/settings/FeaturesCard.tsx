import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listFeatures, platformConsoleKeys, setFeature } from '@masomo/data/platform/platformConsole';
import { Box, Card, ErrorState, Heading, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';

/** Feature switches; the database refuses a closed feature with its message. */
export function FeaturesCard() {
  const { data: features, error, reload } = useQuery(platformConsoleKeys.features(), listFeatures);
  const change = useCommand(setFeature, {
    invalidates: ['features', 'audit'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The setting was not changed`)),
  });
  return (
    <Card.Root as="section" aria-labelledby="features">
      <Card.Header>
        <Heading as="h2" size="md" id="features">
          <Trans>Open to visitors</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && !features && <ErrorState error={error} onRetry={reload} />}
        {!error && !features && <SkeletonText noOfLines={4} gap="3" />}
        <Stack gap="4">
          {features?.map(({ name, label, closedMessage, isOn }) => (
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
