import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listModulesInUse, moduleKeys } from '@masomo/data/site/modules';
import { Award, BookOpen, Banknote, GraduationCap, Library, Puzzle, type LucideIcon } from 'lucide-react';
import { Box, Heading, SimpleGrid, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { InPreparation } from '../shared/InPreparation.tsx';
import { Section } from '../shared/Section.tsx';
import { useSiteQuery } from '../shared/useSiteQuery.ts';
import { homeFeatures, type FeatureIconName } from './content.ts';

const icons: Record<FeatureIconName, LucideIcon> = {
  students: GraduationCap,
  academics: BookOpen,
  finance: Banknote,
  certificates: Award,
  library: Library,
  addons: Puzzle,
};

const moduleAreas = homeFeatures.flatMap(({ module }) => module ?? []);

/** Six areas of the product. */
export function FeatureGrid() {
  const { data: inUse } = useSiteQuery(moduleKeys.inUse(moduleAreas), (db) => listModulesInUse(db, moduleAreas));
  return (
    <Section
      tone="subtle"
      eyebrow={t`What it does`}
      title={t`Everything an office, a staff room and a family need`}
      lead={
        <>
          <Trans>One record, entered once, used everywhere.</Trans>{' '}
          <TextLink to="/features">
            <Trans>All modules and add-ons</Trans>
          </TextLink>
        </>
      }
    >
      <SimpleGrid
        as="ul"
        listStyleType="none"
        columns={{ base: 1, md: 2, lg: 3 }}
        gap="1px"
        background="border"
        borderWidth="1px"
        borderColor="border"
        borderRadius="2xl"
        overflow="hidden"
      >
        {homeFeatures.map((feature) => {
          const FeatureIconImage = icons[feature.icon];
          return (
            <Box as="li" key={feature.icon} background="bg.panel" padding={{ base: '6', md: '8' }}>
              <FeatureIcon>
                <FeatureIconImage />
              </FeatureIcon>
              <Heading as="h3" fontSize="xl" letterSpacing="-0.015em" marginTop="5" marginBottom="2">
                {t(feature.title)}
              </Heading>
              {feature.module !== undefined && !inUse?.includes(feature.module) && (
                <Box marginBottom="2">
                  <InPreparation />
                </Box>
              )}
              <Text color="fg.muted">{t(feature.text)}</Text>
            </Box>
          );
        })}
      </SimpleGrid>
    </Section>
  );
}
