import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Container, SimpleGrid, Text } from '@masomo/design-system';
import { useSettings } from '../shared/SiteSettingsGate.tsx';

/** The owner's claims as figures. */
export function ClaimStrip() {
  const { claims } = useSettings();
  const figures = [
    [claims.institutions, t`institutions`],
    [claims.countries, t`countries`],
    [claims.students, t`students`],
    [claims.hoursSaved, t`hours saved a year`],
  ];
  return (
    <Box as="section" aria-label={t`In figures`} borderBottomWidth="1px" borderColor="border">
      <Container maxWidth="7xl" paddingBlock={{ base: '10', md: '14' }}>
        <SimpleGrid columns={{ base: 2, md: 4 }} gap={{ base: '8', md: '10' }}>
          {figures.map(([figure, label]) => (
            <Box key={label}>
              <Text fontSize={{ base: '3xl', md: '4xl' }} fontWeight="650" letterSpacing="-0.03em" lineHeight="1.1">
                {figure}
              </Text>
              <Text color="fg.muted">{label}</Text>
            </Box>
          ))}
        </SimpleGrid>
        <Text color="fg.muted" fontSize="sm" marginTop="8">
          <Trans>
            Founded {claims.founded}, operating since {claims.operatingSince}.
          </Trans>
        </Text>
      </Container>
    </Box>
  );
}
