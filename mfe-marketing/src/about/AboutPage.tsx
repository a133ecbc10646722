import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, ButtonLink, Card, Eyebrow, Grid, Heading, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { CallToAction } from '../shared/CallToAction.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { SchoolScene } from '../shared/pictures/SchoolScene.tsx';
import { Section } from '../shared/Section.tsx';
import { EnglishNote } from '../shared/EnglishNote.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { PageSkeleton } from '../shared/PageSkeleton.tsx';
import { useAbout } from './useAbout.ts';
import { reasons, values } from './content.ts';
import { GlobalImpact } from './GlobalImpact.tsx';
import { Partners } from './Partners.tsx';
import { SuccessStories } from './SuccessStories.tsx';

export function AboutPage() {
  const { about, error, isLoading, reload } = useAbout();
  if (isLoading) return <PageSkeleton />;
  if (!about)
    return (
      <Section>
        <LoadFailure error={error} onRetry={reload} />
      </Section>
    );
  const purpose = [
    { title: t`Our mission`, text: about.mission },
    { title: t`Our vision`, text: about.vision },
  ];
  return (
    <>
      <PageHero page="about" drawing={<SchoolScene name="grounds" />} />
      <Section>
        <Grid templateColumns={{ base: '1fr', lg: '5fr 7fr' }} gap={{ base: '6', lg: '20' }}>
          <Box>
            <Eyebrow>
              <Trans>Our story</Trans>
            </Eyebrow>
            <Heading
              as="h2"
              fontSize={{ base: '3xl', md: '4xl', xl: '5xl' }}
              lineHeight="1.1"
              letterSpacing="-0.025em"
              marginTop="4"
              textWrap="balance"
            >
              <Trans>It began in school offices</Trans>
            </Heading>
          </Box>
          <Box>
            <EnglishNote lang={about.lang} />
            <Stack gap="5" fontSize="lg" lang={about.lang}>
              {about.story.map((paragraph) => (
                <Text key={paragraph.slice(0, 24)} textWrap="pretty">
                  {paragraph}
                </Text>
              ))}
            </Stack>
          </Box>
        </Grid>
      </Section>
      <Section tone="subtle">
        <SimpleGrid columns={{ base: 1, md: 2 }} gap={{ base: '10', md: '16' }}>
          {purpose.map((item) => (
            <Box key={item.title}>
              <Heading as="h2" fontSize="2xl" letterSpacing="-0.02em" marginBottom="3">
                {item.title}
              </Heading>
              <Text fontSize="xl" color="fg.muted" textWrap="pretty" lang={about.lang}>
                {item.text}
              </Text>
            </Box>
          ))}
        </SimpleGrid>
      </Section>
      <Section eyebrow={t`Values`} title={t`What we hold ourselves to`}>
        <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 2, lg: 4 }} gap="8">
          {values.map((value) => (
            <Box as="li" key={t(value.title)} borderTopWidth="2px" borderColor="accent.solid" paddingTop="5">
              <Heading as="h3" fontSize="xl" marginBottom="2">
                {t(value.title)}
              </Heading>
              <Text color="fg.muted">{t(value.text)}</Text>
            </Box>
          ))}
        </SimpleGrid>
      </Section>
      <GlobalImpact impact={about.impact} lang={about.lang} />
      <Partners partners={about.partners} lang={about.lang} />
      <SuccessStories stories={about.stories} lang={about.lang} />
      <Section tone="subtle" eyebrow={t`Why schools choose us`} title={t`Six reasons, all of them checkable`}>
        <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, md: 2, lg: 3 }} gap="5">
          {reasons.map((reason) => (
            <Card.Root as="li" key={t(reason.title)}>
              <Card.Body gap="2" padding="7">
                <Heading as="h3" fontSize="lg">
                  {t(reason.title)}
                </Heading>
                <Text color="fg.muted">{t(reason.text)}</Text>
              </Card.Body>
            </Card.Root>
          ))}
        </SimpleGrid>
      </Section>
      <CallToAction
        title={t`Come and see for yourself`}
        actions={
          <>
            <ButtonLink to="/demo#demo-request-form" size="lg">
              <Trans>Request Demo</Trans>
            </ButtonLink>
            <ButtonLink to="/contact" size="lg" variant="outline">
              <Trans>Contact us</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>Ask for a demo with your own data, or visit us in Nairobi.</Trans>
      </CallToAction>
    </>
  );
}
