import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink, Card, Heading, HStack, Text } from '@masomo/design-system';
import { thermalPrintHome } from '../screens/shared/thermalPrintHome.ts';

/** On the settings screen: the way to the paper. */
export function SettingsCard() {
  return (
    <Card.Root as="section" aria-label={t`Receipt paper`}>
      <Card.Body>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Receipt paper</Trans>
          </Heading>
          <ButtonLink to={thermalPrintHome} size="sm" variant="outline">
            <Trans>Open</Trans>
          </ButtonLink>
        </HStack>
        <Text color="fg.muted">
          <Trans>Paper width, and the text above and below each receipt.</Trans>
        </Text>
      </Card.Body>
    </Card.Root>
  );
}
