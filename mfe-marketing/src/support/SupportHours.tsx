import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Heading, SimpleGrid, Text } from '@masomo/design-system';
import { OpeningHours } from '../shared/OpeningHours.tsx';
import { Section } from '../shared/Section.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';

/** Opening hours of each support channel. */
export function SupportHours() {
  const { hours } = useSettings();
  return (
    <Section
      tone="subtle"
      eyebrow={t`Support hours`}
      title={t`When someone is at the desk`}
      lead={t`Phone and chat keep hours of their own, in East Africa Time. Tickets are accepted around the clock.`}
    >
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="8">
        <Box>
          <Heading as="h3" fontSize="lg" marginBottom="2">
            <Trans>Phone and office</Trans>
          </Heading>
          <OpeningHours hours={hours.office} />
          <Text color="fg.muted">
            <Trans>Closed on Saturday and Sunday</Trans>
          </Text>
        </Box>
        <Box>
          <Heading as="h3" fontSize="lg" marginBottom="2">
            <Trans>Live chat</Trans>
          </Heading>
          <OpeningHours hours={hours.chat} />
          <Text color="fg.muted">
            <Trans>Answered in under 5 minutes</Trans>
          </Text>
        </Box>
        <Box>
          <Heading as="h3" fontSize="lg" marginBottom="2">
            <Trans>Email and tickets</Trans>
          </Heading>
          <Text>
            <Trans>Accepted 24 hours a day</Trans>
          </Text>
          <Text color="fg.muted">
            <Trans>Answered within 24 hours</Trans>
          </Text>
        </Box>
      </SimpleGrid>
    </Section>
  );
}
