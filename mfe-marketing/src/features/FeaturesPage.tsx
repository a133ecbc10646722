import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, ButtonLink, Heading, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { CallToAction } from '../shared/CallToAction.tsx';
import { Drawing } from '../shared/drawings/Drawing.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { InPreparation } from '../shared/InPreparation.tsx';
import { Section } from '../shared/Section.tsx';
import { isInPreparation, useModules } from '../shared/useModules.ts';
import { capabilities } from './content.ts';
import { FeatureCards } from './FeatureCards.tsx';
import { FeatureFilters } from './FeatureFilters.tsx';

export function FeaturesPage() {
  const { modules } = useModules();
  const waiting = modules?.filter(isInPreparation).map(({ key }) => key) ?? [];
  return (
    <>
      <PageHero page="features" drawing={<Drawing name="report" />} />
      <Section eyebrow={t`In short`} title={t`Ten jobs, one system`}>
        <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 2, lg: 5 }} gap="6">
          {capabilities.map((capability) => (
            <Stack as="li" key={t(capability.title)} gap="1" borderTopWidth="2px" borderColor="accent.solid" paddingTop="4">
              <Heading as="h3" fontSize="md">
                {t(capability.title)}
              </Heading>
              <Text color="fg.muted" fontSize="sm">
                {t(capability.text)}
              </Text>
              {capability.module !== undefined && waiting.includes(capability.module) && (
                <Box>
                  <InPreparation />
                </Box>
              )}
            </Stack>
          ))}
        </SimpleGrid>
      </Section>
      <Section
        tone="subtle"
        eyebrow={t`In full`}
        title={t`Every module, every add-on`}
        id="modules"
        lead={t`Default modules are part of every licence. Add-ons are bought one by one, when the school is ready. Anything not ready yet is marked.`}
      >
        <FeatureFilters />
        <FeatureCards />
      </Section>
      <CallToAction
        title={t`Ask to see the one that matters to you`}
        actions={
          <>
            <ButtonLink to="/demo#demo-request-form" size="lg">
              <Trans>Request Demo</Trans>
            </ButtonLink>
            <ButtonLink to="/pricing" size="lg" variant="outline">
              <Trans>See prices</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>
          Most demos start with a single question: how do I print Grade 9 reports, how do I split a payment between siblings. Start with
          yours.
        </Trans>
      </CallToAction>
    </>
  );
}
