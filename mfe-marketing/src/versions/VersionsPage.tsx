import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Cloud, Server } from 'lucide-react';
import { Box, ButtonLink, Card, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { CallToAction } from '../shared/CallToAction.tsx';
import { FaqSection } from '../shared/FaqSection.tsx';
import { Drawing } from '../shared/drawings/Drawing.tsx';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import type { Version } from '../shared/useModules.ts';
import { PageHero } from '../shared/PageHero.tsx';
import { Section } from '../shared/Section.tsx';
import { AddonNames } from './AddonNames.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { benefits } from './content.ts';
import { ModuleList } from './ModuleList.tsx';

const versions = [
  {
    id: 'saas',
    name: 'SaaS',
    tag: msg`Hosted and maintained by us`,
    Icon: Cloud,
    cta: { to: '/demo#demo-request-form', label: msg`Start with a demo` },
    prices: '/pricing#saas-pricing',
  },
  {
    id: 'standalone',
    name: 'Standalone',
    tag: msg`On the server you choose`,
    Icon: Server,
    cta: { to: '/demo#demo-request-form', label: msg`Request Demo` },
    prices: '/pricing#standalone-pricing',
  },
] as const satisfies readonly { id: Version; [field: string]: unknown }[];

export function VersionsPage() {
  return (
    <>
      <PageHero page="versions" drawing={<Drawing name="homes" />}>
        <HStack gap="3" marginTop="2" flexWrap="wrap">
          <ButtonLink to="/demo" size="lg">
            <Trans>See both live</Trans>
          </ButtonLink>
          <ButtonLink to="/pricing" size="lg" variant="outline">
            <Trans>See prices</Trans>
          </ButtonLink>
        </HStack>
      </PageHero>
      <Section
        eyebrow={t`Side by side`}
        title={t`One product, two homes`}
        lead={t`Every school gets the same core. What differs is where it runs, who looks after it and how you pay.`}
      >
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '6', lg: '8' }}>
          {versions.map(({ id, name, tag, Icon, cta, prices }) => (
            <Card.Root as="article" key={id} aria-labelledby={`version-${id}`}>
              <Card.Body gap="8" padding={{ base: '6', md: '10' }}>
                <HStack gap="4">
                  <FeatureIcon>
                    <Icon />
                  </FeatureIcon>
                  <Box>
                    <Heading as="h3" id={`version-${id}`} fontSize="2xl" letterSpacing="-0.02em">
                      {name}
                    </Heading>
                    <Text color="fg.muted">{t(tag)}</Text>
                  </Box>
                </HStack>
                <Stack as="ul" listStyleType="none" gap="5" aria-label={t`Benefits of ${name}`}>
                  {benefits[id].map((benefit) => (
                    <Box as="li" key={t(benefit.title)}>
                      <Text fontWeight="600">{t(benefit.title)}</Text>
                      <Text color="fg.muted">{t(benefit.text)}</Text>
                    </Box>
                  ))}
                </Stack>
                <ModuleList version={id} />
                <AddonNames version={id} />
                <HStack gap="3" marginTop="auto" flexWrap="wrap">
                  <ButtonLink to={cta.to}>{t(cta.label)}</ButtonLink>
                  {id === 'saas' && (
                    <ButtonLink to="/trial" variant="outline">
                      <Trans>Start free trial</Trans>
                    </ButtonLink>
                  )}
                  <ButtonLink to={prices} variant="outline">
                    <Trans>{name} prices</Trans>
                  </ButtonLink>
                </HStack>
              </Card.Body>
            </Card.Root>
          ))}
        </SimpleGrid>
      </Section>
      <Section tone="subtle" eyebrow={t`Comparison`} title={t`The differences in one table`} id="comparison">
        <ComparisonTable />
      </Section>
      <FaqSection surface="versions" title={t`Choosing between the two`} />
      <CallToAction
        title={t`Still deciding?`}
        actions={
          <>
            <ButtonLink to="/demo#demo-request-form" size="lg">
              <Trans>Request Demo</Trans>
            </ButtonLink>
            <ButtonLink to="/contact" size="lg" variant="outline">
              <Trans>Talk to us</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>
          Tell us about your connection, your server room and your budget cycle. We will say which one we would choose in your place.
        </Trans>
      </CallToAction>
    </>
  );
}
