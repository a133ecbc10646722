import { plural, t } from '@lingui/core/macro';
import { Badge, Box, Card, Flex, Heading, List, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import type { ListedAddon } from '@masomo/domain/pricing';
import { useCurrency } from '@masomo/data/store/exchangeRate';
import type { Module } from '@masomo/data/site/modules';
import { CheckList } from '../shared/CheckList.tsx';
import { InPreparation } from '../shared/InPreparation.tsx';
import { isInPreparation, useModules, versions, type Version } from '../shared/useModules.ts';
import { useAddons } from '../shared/useAddons.ts';
import { featureFilterLabels, featureFilters, type FeatureFilter } from './content.ts';

type Feature = {
  key: string;
  title: string;
  /** What an add-on is about, or the points of a module. */
  text?: string;
  points?: Module['points'];
  isReady: boolean;
  label: string;
  category: Exclude<FeatureFilter, 'all'>;
  versions: readonly Version[];
  price: string | undefined;
  isQuoted: boolean;
  addonOf: Version | undefined;
  lang?: 'en' | undefined;
};

/** Modules and add-ons of both versions; `FeatureFilters` decides which of them are shown. */
export function FeatureCards() {
  const addonQuery = useAddons();
  const moduleQuery = useModules();
  const { format } = useCurrency();
  const included = (moduleQuery.modules ?? []).map((module): Feature => ({
    key: module.key,
    title: module.name,
    points: module.points,
    isReady: !isInPreparation(module),
    label: t(featureFilterLabels[module.category]),
    category: module.category,
    versions: module.versions,
    price: undefined,
    isQuoted: false,
    addonOf: undefined,
    lang: module.lang,
  }));
  const isLoading = addonQuery.isLoading || moduleQuery.isLoading;
  const failed = [addonQuery, moduleQuery].find(({ error }) => error);
  const features = [...included, ...(addonQuery.addons ?? []).map((addon) => addonFeature(addon, format))];
  return (
    <>
      <Text role="status" color="fg.muted" marginBottom="4" css={shownCount}>
        {choices.map(({ version, filter }) => (
          <span key={`${version} ${filter}`} data-count={`${version} ${filter}`}>
            {plural(
              features.filter(({ category, versions }) => versions.includes(version) && (filter === 'all' || filter === category)).length,
              { one: '# feature', other: '# features' },
            )}
          </span>
        ))}
      </Text>
      {!isLoading && failed && <LoadFailure error={failed.error} onRetry={failed.reload} />}
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, md: 2, lg: 3 }} gap="5" css={shownFeatures}>
        {features.map((feature) => (
          <FeatureCard key={feature.key} feature={feature} />
        ))}
        {isLoading && <Skeleton as="li" height="44" />}
      </SimpleGrid>
    </>
  );
}

/** Follows the filters, which precede it. Browsers look for the checked radio buttons in the filters only, which keeps this fast. */
const whereChecked = (...values: string[]) =>
  `[data-feature-filters]${values.map((value) => `:has([value=${value}]:checked)`).join('')} ~ &`;
const choices = versions.flatMap((version) => featureFilters.map((filter) => ({ version, filter })));
const hidden = { display: 'none' } as const;
const shownFeatures = Object.fromEntries([
  ...versions.map((version) => [`${whereChecked(version)} > [data-versions]:not([data-versions~=${version}])`, hidden]),
  ...featureFilters
    .filter((filter) => filter !== 'all')
    .map((filter) => [`${whereChecked(filter)} > [data-category]:not([data-category=${filter}])`, hidden]),
]) as Record<string, typeof hidden>;
const shownCount = {
  '& > span': hidden,
  ...Object.fromEntries(
    choices.map(({ version, filter }) => [`${whereChecked(version, filter)} > [data-count="${version} ${filter}"]`, { display: 'inline' }]),
  ),
};

/** The features page shows prices of cloud add-ons only; Standalone add-ons lead to sales. */
function addonFeature(addon: ListedAddon, format: (shillings: number) => string): Feature {
  const listedPrice = addon.category === 'standalone' ? null : addon.featuresPrice;
  return {
    key: addon.id,
    title: addon.name,
    text: addon.description,
    isReady: addon.isReady,
    label: t`Add-on`,
    category: 'addons',
    versions: [addon.category],
    price: listedPrice === null ? t`Contact Sales` : t`${format(listedPrice)} per term`,
    isQuoted: listedPrice === null,
    addonOf: addon.category,
    lang: addon.lang,
  };
}

function FeatureCard({ feature }: { feature: Feature }) {
  return (
    <Card.Root as="li" height="full" data-category={feature.category} data-versions={feature.versions.join(' ')}>
      <Card.Body gap="2" padding="6">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Heading as="h3" fontSize="lg" letterSpacing="-0.01em">
            {feature.title}
          </Heading>
          <Badge flexShrink="0" variant={feature.addonOf ? 'solid' : 'subtle'} colorPalette={feature.addonOf ? 'accent' : 'gray'}>
            {feature.label}
          </Badge>
        </Flex>
        {!feature.isReady && (
          <Box>
            <InPreparation />
          </Box>
        )}
        {feature.text && (
          <Text color="fg.muted" lang={feature.lang}>
            {feature.text}
          </Text>
        )}
        {feature.points && <Points points={feature.points} isMarked={feature.isReady} />}
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

/** What works, with check marks, and what is in preparation. A module of which nothing works is marked as a whole. */
function Points({ points, isMarked }: { points: Module['points']; isMarked: boolean }) {
  const coming = points.filter(({ isReady }) => !isReady).map(({ text }) => text);
  return (
    <Stack gap="3" fontSize="sm">
      {isMarked && <CheckList points={points.filter(({ isReady }) => isReady).map(({ text }) => text)} />}
      {coming.length > 0 && (
        <Stack gap="1">
          {isMarked && (
            <Box>
              <InPreparation />
            </Box>
          )}
          <List.Root paddingInlineStart="4" color="fg.muted">
            {coming.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List.Root>
        </Stack>
      )}
    </Stack>
  );
}
