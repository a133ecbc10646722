import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Box, Flex, Heading, Skeleton, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import type { Version } from '../shared/useModules.ts';
import { useAddons } from '../shared/useAddons.ts';

/** Names of a version's add-ons from the price book. */
export function AddonNames({ version }: { version: Version }) {
  return (
    <Box>
      <Heading as="h4" fontSize="md" marginBottom="4">
        <Trans>Optional add-ons</Trans>
      </Heading>
      <Names version={version} />
    </Box>
  );
}

function Names({ version }: { version: Version }) {
  const { addons, error, isLoading, reload } = useAddons();
  if (isLoading) return <Skeleton height="20" />;
  if (!addons) return <LoadFailure error={error} onRetry={reload} />;
  const names = addons.filter((addon) => addon.category === version);
  if (names.length === 0)
    return (
      <Text color="fg.muted">
        <Trans>None at the moment.</Trans>
      </Text>
    );
  return (
    <>
      <Flex as="ul" listStyleType="none" gap="2" flexWrap="wrap">
        {names.map((addon) => (
          <li key={addon.id}>
            <Badge size="lg" variant="outline">
              {addon.isReady ? addon.name : t`${addon.name}, in preparation`}
            </Badge>
          </li>
        ))}
      </Flex>
      <Text marginTop="4">
        <TextLink to={`/store#${version}`}>
          <Trans>See them in the store</Trans>
        </TextLink>
      </Text>
    </>
  );
}
