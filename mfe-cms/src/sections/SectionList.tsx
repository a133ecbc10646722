import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { listSettingHistory, listSettingTimes, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, ErrorState, HStack, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import type { SectionSpec } from '../shared/sectionSpecs.ts';
import { TranslationBadge } from '../shared/TranslationBadge.tsx';

type Elsewhere = { to: string; title: string; description: string };

/** Links to sections with the time and author of their last change, followed by content edited on other screens. */
export function SectionList({
  label,
  path,
  sections,
  elsewhere = [],
}: {
  label: string;
  path: string;
  sections: readonly SectionSpec[];
  elsewhere?: readonly Elsewhere[];
}) {
  const keys = sections.map(({ key }) => key);
  const { data: history, error, isLoading, reload } = useQuery(settingGroupKeys.history(keys), (db) => listSettingHistory(db, keys));
  const { data: times } = useQuery(settingGroupKeys.times(), listSettingTimes);
  const isOutdated = ({ key, english }: SectionSpec) =>
    english !== undefined && Date.parse(times?.get(english) ?? '') > Date.parse(times?.get(key) ?? '');
  const changed = (key: string) => history?.find((entry) => entry.key === key);
  return (
    <Stack gap="5">
      {error && <ErrorState title={t`The dates of the last changes could not be loaded`} error={error} onRetry={reload} />}
      <SimpleGrid as="ul" listStyleType="none" aria-label={label} columns={{ base: 1, md: 2, xl: 3 }} gap="4">
        {sections.map((section) => {
          const { key, title, description } = section;
          const last = changed(key);
          return (
            <Tile key={key} to={`${path}/${key}`} title={title} description={description}>
              {isLoading && <Skeleton h="4" w="40" />}
              {last && (last.savedBy ? t`Changed ${formatDateTime(last.savedAt)} by ${last.savedBy}` : t`Default`)}
              {isOutdated(section) && <TranslationBadge state="outdated" />}
            </Tile>
          );
        })}
        {elsewhere.map(({ to, title, description }) => (
          <Tile key={to} to={to} title={title} description={description} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function Tile({ to, title, description, children }: Elsewhere & { children?: React.ReactNode }) {
  return (
    <Box as="li" borderWidth="1px" borderRadius="xl" p="5" bg="bg.panel">
      <AppLink to={to} fontWeight="650">
        {title}
      </AppLink>
      <Text color="fg.muted" fontSize="sm" mt="1">
        {description}
      </Text>
      {children && (
        <HStack gap="2" wrap="wrap" color="fg.muted" fontSize="xs" mt="3">
          {children}
        </HStack>
      )}
    </Box>
  );
}
