import { t } from '@lingui/core/macro';
import { Box, Grid, SimpleGrid, Text } from '@masomo/design-system';
import { CheckList } from '../shared/CheckList.tsx';
import { Section } from '../shared/Section.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';

/** Reach of the product in statements and figures. */
export function GlobalImpact({ impact, lang }: { impact: readonly string[]; lang: 'en' | undefined }) {
  const { claims } = useSettings();
  const figures = [
    [String(claims.founded), t`founded`],
    [String(claims.operatingSince), t`in schools since`],
    [claims.institutions, t`institutions`],
    [claims.countries, t`countries`],
    [claims.students, t`students`],
    [claims.hoursSaved, t`hours saved a year`],
  ];
  return (
    <Section tone="subtle" eyebrow={t`Global impact`} title={t`From Nairobi to classrooms across the continent and beyond`}>
      <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '10', lg: '20' }}>
        <Box lang={lang}>
          <CheckList points={impact} />
        </Box>
        <SimpleGrid columns={{ base: 2, sm: 3 }} gap="8" aria-label={t`Statistics`} role="group">
          {figures.map(([figure, label]) => (
            <Box key={label}>
              <Text fontSize="3xl" fontWeight="650" letterSpacing="-0.03em" lineHeight="1.2">
                {figure}
              </Text>
              <Text color="fg.muted">{label}</Text>
            </Box>
          ))}
        </SimpleGrid>
      </Grid>
    </Section>
  );
}
