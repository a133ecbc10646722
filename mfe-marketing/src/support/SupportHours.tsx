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
      eyebrow="Support hours"
      title="When somebody is at the desk"
      lead="All times are East Africa Time. Tickets are accepted around the clock."
    >
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="8">
        <Box>
          <Heading as="h3" fontSize="lg" marginBottom="2">
            Phone and office
          </Heading>
          <OpeningHours hours={hours.office} />
          <Text color="fg.muted">Closed on Saturday and Sunday</Text>
        </Box>
        <Box>
          <Heading as="h3" fontSize="lg" marginBottom="2">
            Live chat
          </Heading>
          <OpeningHours hours={hours.chat} />
          <Text color="fg.muted">Answered in under 5 minutes</Text>
        </Box>
        <Box>
          <Heading as="h3" fontSize="lg" marginBottom="2">
            Email and tickets
          </Heading>
          <Text>Accepted 24 hours a day</Text>
          <Text color="fg.muted">Answered within 24 hours</Text>
        </Box>
      </SimpleGrid>
    </Section>
  );
}
