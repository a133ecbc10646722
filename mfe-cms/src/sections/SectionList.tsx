import { t } from '@lingui/core/macro';
import { useId, type ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { listSettingHistory, listSettingTimes, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, ErrorState, Heading, HStack, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import type { SectionSpec } from '../shared/sectionSpecs.ts';
import { TranslationBadge } from '../shared/TranslationBadge.tsx';

type Place = { to: string; section: SectionSpec };
type Elsewhere = { to: string; title: string; description: string };
export type SectionGroup = {
  title: string;
  /** Sections, each with the one that has its texts in Swahili. */
  sections?: readonly (Place & { translation?: Place | undefined })[];
  /** Content that is edited on other screens. */
  elsewhere?: readonly Elsewhere[];
};

/** Links to sections with the time and author of their last change, in groups; the heading of a page's only group is the page's own. */
export function SectionList({ groups }: { groups: readonly SectionGroup[] }) {
  const keys = groups.flatMap(({ sections = [] }) =>
    sections.flatMap(({ section, translation }) => [section.key, ...(translation ? [translation.section.key] : [])]),
  );
  const { data: history, error, isLoading, reload } = useQuery(settingGroupKeys.history(keys), (db) => listSettingHistory(db, keys));
  const { data: times } = useQuery(settingGroupKeys.times(), listSettingTimes);
  const isOutdated = ({ key, english }: SectionSpec) =>
    english !== undefined && Date.parse(times?.get(english) ?? '') > Date.parse(times?.get(key) ?? '');
  const lastChangeOf = (key: string) => {
    const last = history?.find((entry) => entry.key === key);
    if (!last) return isLoading && <Skeleton h="4" w="40" />;
    return <span>{last.savedBy ? t`Changed ${formatDateTime(last.savedAt)} by ${last.savedBy}` : t`Not changed yet`}</span>;
  };
  return (
    <Stack gap="8">
      {error && <ErrorState title={t`The dates of the last changes could not be loaded`} error={error} onRetry={reload} />}
      {groups.map(({ title, sections = [], elsewhere = [] }) => (
        <Group key={title} title={title} isAlone={groups.length === 1}>
          {sections.map(({ to, section, translation }) => (
            <Tile key={section.key} to={to} title={section.title} description={section.description}>
              {lastChangeOf(section.key)}
              {translation && (
                <>
                  <AppLink to={translation.to} variant="underline">
                    {translation.section.title}
                  </AppLink>
                  {isOutdated(translation.section) && <TranslationBadge state="outdated" />}
                </>
              )}
            </Tile>
          ))}
          {elsewhere.map((place) => (
            <Tile key={place.to} {...place} />
          ))}
        </Group>
      ))}
    </Stack>
  );
}

function Group({ title, isAlone, children }: { title: string; isAlone: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="section">
      {!isAlone && (
        <Heading as="h2" id={id} size="md" mb="3">
          {title}
        </Heading>
      )}
      <SimpleGrid
        as="ul"
        listStyleType="none"
        {...(isAlone ? { 'aria-label': title } : { 'aria-labelledby': id })}
        columns={{ base: 1, md: 2, xl: 3 }}
        gap="4"
      >
        {children}
      </SimpleGrid>
    </Box>
  );
}

function Tile({ to, title, description, children }: Elsewhere & { children?: ReactNode }) {
  return (
    <Box as="li" borderWidth="1px" borderRadius="xl" p="5" bg="bg.panel">
      <AppLink to={to} fontWeight="650">
        {title}
      </AppLink>
      <Text color="fg.muted" fontSize="sm" mt="1">
        {description}
      </Text>
      {children && (
        <HStack columnGap="4" rowGap="2" wrap="wrap" color="fg.muted" fontSize="xs" mt="3">
          {children}
        </HStack>
      )}
    </Box>
  );
}
