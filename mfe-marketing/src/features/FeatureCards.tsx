import { plural, t } from '@lingui/core/macro';
import { Badge, Card, Flex, Heading, SimpleGrid, Skeleton, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import type { ListedAddon } from '@masomo/domain/pricing';
import { useCurrency } from '@masomo/data/store/exchangeRate';
import { categoryLabels, modulesOf, type Version } from '../shared/modules.ts';
import { useAddons } from '../shared/useAddons.ts';
import type { FeatureFilter } from './content.ts';

type Feature = {
  key: string;
  title: string;
  text: string;
  label: string;
  price: string | undefined;
  isQuoted: boolean;
  addonOf: Version | undefined;
};

/** Modules and add-ons of one version and category. */
export function FeatureCards({ version, filter }: { version: Version; filter: FeatureFilter }) {
  const { addons, error, isLoading, reload } = useAddons();
  const { format } = useCurrency();
  const showsAddons = filter === 'all' || filter === 'addons';
  const included = modulesOf(version)
    .filter((module) => filter === 'all' || module.category === filter)
    .map((module): Feature => ({
      key: t(module.name),
      title: t(module.name),
      text: t(module.description),
      label: t(categoryLabels[module.category]),
      price: undefined,
      isQuoted: false,
      addonOf: undefined,
    }));
  const extra = showsAddons ? (addons ?? []).filter((addon) => addon.category === version).map((addon) => addonFeature(addon, format)) : [];
  return (
    <>
      <Text role="status" color="fg.muted" marginBottom="4">
        {plural(included.length + extra.length, { one: '# feature', other: '# features' })}
      </Text>
      {showsAddons && !isLoading && !addons && <LoadFailure error={error} onRetry={reload} />}
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, md: 2, lg: 3 }} gap="5">
        {[...included, ...extra].map((feature) => (
          <FeatureCard key={feature.key} feature={feature} />
        ))}
        {showsAddons && isLoading && <Skeleton as="li" height="44" />}
      </SimpleGrid>
    </>
  );
}

/** The features page shows prices of cloud add-ons only; Standalone add-ons lead to sales. */
function addonFeature(addon: ListedAddon, format: (shillings: number) => string): Feature {
  const listedPrice = addon.category === 'standalone' ? null : addon.featuresPrice;
  return {
    key: addon.id,
    title: addon.name,
    text: addon.description,
    label: t`Add-on`,
    price: listedPrice === null ? t`Contact Sales` : t`${format(listedPrice)} per term`,
    isQuoted: listedPrice === null,
    addonOf: addon.category,
  };
}

function FeatureCard({ feature }: { feature: Feature }) {
  return (
    <Card.Root as="li" height="full">
      <Card.Body gap="2" padding="6">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Heading as="h3" fontSize="lg" letterSpacing="-0.01em">
            {feature.title}
          </Heading>
          <Badge flexShrink="0" variant={feature.addonOf ? 'solid' : 'subtle'} colorPalette={feature.addonOf ? 'accent' : 'gray'}>
            {feature.label}
          </Badge>
        </Flex>
        <Text color="fg.muted">{feature.text}</Text>
        {feature.addonOf && (
          <Flex marginTop="auto" paddingTop="3" justify="space-between" gap="3" flexWrap="wrap">
            <Text fontWeight="600">{feature.price}</Text>
            <TextLink to={feature.isQuoted ? '/contact' : `/store#${feature.addonOf}`}>
              {feature.isQuoted ? t`Ask for a quote` : t`In the store`}
            </TextLink>
          </Flex>
        )}
      </Card.Body>
    </Card.Root>
  );
}
