import { Trans } from '@lingui/react/macro';
import { Card, Center, Heading, Spinner, Text } from '@masomo/design-system';

/** Stands in place of a guarded screen until the person's role can be read. */
export function WaitingForRole() {
  return (
    <Center py="16" px="4">
      <Card.Root role="status" maxW="lg" w="full">
        <Card.Body gap="3">
          <Spinner />
          <Heading as="h1" size="lg">
            <Trans>Your account could not be loaded</Trans>
          </Heading>
          <Text color="fg.muted">
            <Trans>This page opens automatically as soon as it can. You can still take attendance; it is sent later.</Trans>
          </Text>
        </Card.Body>
      </Card.Root>
    </Center>
  );
}
