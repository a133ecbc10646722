import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MonitorPlay, UsersRound } from 'lucide-react';
import { Button, Card, ExternalLink, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { CheckList } from '../shared/CheckList.tsx';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { Section } from '../shared/Section.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { demoLogins, guidedDemoMinutes } from './content.ts';

/** Offers the self-service demo and the guided demo. */
export function DemoChoices({ onGuidedDemo }: { onGuidedDemo: () => void }) {
  const { demo } = useSettings();
  return (
    <Section eyebrow={t`Two ways to see it`} title={t`Explore on your own, or with a guide`}>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '6', lg: '8' }}>
        <Card.Root as="article">
          <Card.Body gap="6" padding={{ base: '6', md: '10' }}>
            <HStack gap="4">
              <FeatureIcon>
                <MonitorPlay />
              </FeatureIcon>
              <Heading as="h3" fontSize="2xl" letterSpacing="-0.02em">
                <Trans>Interactive Online Demo</Trans>
              </Heading>
            </HStack>
            <Text color="fg.muted" fontSize="lg">
              <Trans>A whole school with invented students, fees and marks. Click anything: nothing in it is real.</Trans>
            </Text>
            <HStack gap="4" flexWrap="wrap">
              <ExternalLink href={demo.saasUrl}>
                <Trans>Open the SaaS demo</Trans>
              </ExternalLink>
              <ExternalLink href={demo.standaloneUrl}>
                <Trans>Open the Standalone demo</Trans>
              </ExternalLink>
            </HStack>
            <PlainTable
              label={t`Demo accounts`}
              columns={[
                {
                  id: 'role',
                  header: t`Role`,
                  css: { fontWeight: '600', fontSize: 'xs', letterSpacing: '0.04em' },
                  cell: ({ role }) => t(role),
                },
                {
                  id: 'sees',
                  header: t`Shows`,
                  css: { whiteSpace: 'normal', '&:is(td)': { color: 'fg.muted' } },
                  cell: ({ sees }) => t(sees),
                },
              ]}
              rows={demoLogins}
              rowKey={({ role }) => t(role)}
            />
            <Text color="fg.muted" fontSize="sm">
              {demo.password ? (
                <>
                  <Trans>Every role uses the same password:</Trans>{' '}
                  <Text as="code" fontFamily="mono" color="fg">
                    {demo.password}
                  </Text>
                </>
              ) : (
                t`One password opens every role. Ask for it with the form below.`
              )}
            </Text>
          </Card.Body>
        </Card.Root>
        <Card.Root as="article">
          <Card.Body gap="6" padding={{ base: '6', md: '10' }}>
            <HStack gap="4">
              <FeatureIcon>
                <UsersRound />
              </FeatureIcon>
              <Heading as="h3" fontSize="2xl" letterSpacing="-0.02em">
                <Trans>Personalized Guided Demo</Trans>
              </Heading>
            </HStack>
            <Text color="fg.muted" fontSize="lg">
              <Trans>
                {guidedDemoMinutes} minutes on a call with someone who has set up schools like yours, about your questions and with your
                class list if you bring one.
              </Trans>
            </Text>
            <CheckList
              points={[
                t`We contact you within 24 hours to agree on a time`,
                t`In English or Kiswahili, on Meet, Zoom or WhatsApp`,
                t`Your bursar and your deputy are welcome`,
                t`No obligation, and no card`,
              ]}
            />
            <Stack marginTop="auto">
              <Button onClick={onGuidedDemo} size="lg" alignSelf="flex-start">
                <Trans>Request a guided demo</Trans>
              </Button>
            </Stack>
          </Card.Body>
        </Card.Root>
      </SimpleGrid>
    </Section>
  );
}
