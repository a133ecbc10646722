import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Cloud, Server } from 'lucide-react';
import { Badge, Box, ButtonLink, Card, Flex, Heading, HStack, SimpleGrid, Skeleton, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { startingPrice, type PriceCategory } from '@masomo/domain/pricing';
import { useCurrency } from '@masomo/data/store/exchangeRate';
import { CheckList } from '../shared/CheckList.tsx';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { Section } from '../shared/Section.tsx';
import { usePlans } from '../shared/usePlans.ts';
import { deployments } from './content.ts';

/** The two ways to run the product, side by side. */
export function DeploymentChoice() {
  return (
    <Section
      eyebrow={t`Two ways to run it`}
      title={t`In our cloud, or on your own server`}
      lead={t`The same modules, the same people on the phone. Choose where your records live, and change your mind later.`}
    >
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, lg: 2 }} gap={{ base: '6', lg: '8' }}>
        {deployments.map((deployment) => (
          <Card.Root as="li" key={deployment.version} size="lg" height="full">
            <Card.Body gap="6" padding={{ base: '6', md: '10' }}>
              <Flex justify="space-between" align="flex-start" gap="4" flexWrap="wrap">
                <HStack gap="4">
                  <FeatureIcon>{deployment.version === 'saas' ? <Cloud /> : <Server />}</FeatureIcon>
                  <Box>
                    <Heading as="h3" fontSize="2xl" letterSpacing="-0.02em">
                      {deployment.name}
                    </Heading>
                    <Text color="fg.muted">{t(deployment.tag)}</Text>
                  </Box>
                </HStack>
                {deployment.version === 'saas' && (
                  <Badge colorPalette="accent">
                    <Trans>Free for a month</Trans>
                  </Badge>
                )}
              </Flex>
              <Text fontSize="lg" color="fg.muted">
                {t(deployment.text)}
              </Text>
              <CheckList points={deployment.points.map((point) => t(point))} />
              <Flex
                marginTop="auto"
                paddingTop="6"
                borderTopWidth="1px"
                borderColor="border"
                justify="space-between"
                align="center"
                gap="4"
                flexWrap="wrap"
              >
                <StartingPrice version={deployment.version} />
                <HStack gap="5">
                  <TextLink to="/versions">
                    <Trans>Compare</Trans>
                  </TextLink>
                  <ButtonLink to={deployment.anchor} variant={deployment.version === 'saas' ? 'solid' : 'outline'}>
                    <Trans>See plans</Trans>
                  </ButtonLink>
                </HStack>
              </Flex>
            </Card.Body>
          </Card.Root>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function StartingPrice({ version }: { version: PriceCategory }) {
  const { plans, isLoading } = usePlans();
  const { format } = useCurrency();
  if (isLoading) return <Skeleton height="6" width="40" />;
  const price = plans && startingPrice(plans, version);
  if (price === undefined)
    return (
      <Text color="fg.muted">
        <Trans>Ask us for a price</Trans>
      </Text>
    );
  const amount = (
    <Text as="strong" fontSize="xl" fontWeight="650" color="fg">
      {format(price)}
    </Text>
  );
  return (
    <Text color="fg.muted">
      {version === 'saas' ? <Trans>from {amount} a term, paid yearly</Trans> : <Trans>from {amount} a year</Trans>}
    </Text>
  );
}
