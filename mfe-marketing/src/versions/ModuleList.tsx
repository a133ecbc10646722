import { plural } from '@lingui/core/macro';
import { Box, Flex, Heading, List, Skeleton } from '@masomo/design-system';
import { InPreparation } from '../shared/InPreparation.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { isInPreparation, useModules, type Version } from '../shared/useModules.ts';

/** Names of a version's default modules, and which of them are in preparation. */
export function ModuleList({ version }: { version: Version }) {
  const { modules, error, isLoading, reload } = useModules();
  if (isLoading) return <Skeleton height="80" />;
  if (!modules) return <LoadFailure error={error} onRetry={reload} />;
  const listed = modules.filter(({ versions }) => versions.includes(version));
  const title = plural(listed.length, { one: '# default module', other: '# default modules' });
  return (
    <Box>
      <Heading as="h4" fontSize="md" marginBottom="4">
        {title}
      </Heading>
      <List.Root
        listStyleType="none"
        paddingInlineStart="0"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        columnGap="6"
        rowGap="2"
        aria-label={title}
        data-modules={version}
      >
        {listed.map((module) => (
          <List.Item key={module.key} color="fg.muted" borderBottomWidth="1px" borderColor="border" paddingBottom="2" lang={module.lang}>
            <Flex justify="space-between" align="center" gap="2" flexWrap="wrap">
              {module.name}
              {isInPreparation(module) && <InPreparation />}
            </Flex>
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
