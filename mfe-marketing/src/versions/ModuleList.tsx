import { t } from '@lingui/core/macro';
import { Box, Heading, List } from '@masomo/design-system';
import { modulesOf, type Version } from '../shared/modules.ts';

/** Names of a version's default modules. */
export function ModuleList({ title, version }: { title: string; version: Version }) {
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
        {modulesOf(version).map((module) => (
          <List.Item key={t(module.name)} color="fg.muted" borderBottomWidth="1px" borderColor="border" paddingBottom="2">
            {t(module.name)}
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
