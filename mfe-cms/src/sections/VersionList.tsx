import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listSettingVersions, settingGroupKeys, type SettingVersion } from '@masomo/data/site/siteSettings';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Button, ErrorState, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';
import { differingPaths } from './valueAt.ts';

type VersionListProps = { settingKey: string; present: unknown; onTake: (version: SettingVersion) => void };

function difference(count: number): string {
  if (count === 0) return t`same as current`;
  return plural(count, { one: '# field differs from current', other: '# fields differ from current' });
}

/** Earlier versions of a section with time and author; one can be loaded into the form. */
export function VersionList({ settingKey, present, onTake }: VersionListProps) {
  const {
    data: versions,
    error,
    isLoading,
    reload,
  } = useQuery(settingGroupKeys.versions(settingKey), (db) => listSettingVersions(db, settingKey));
  return (
    <Box as="section" aria-labelledby="versions">
      <Heading as="h2" size="md" mb="3" id="versions">
        <Trans>Versions</Trans>
      </Heading>
      {isLoading && <SkeletonText noOfLines={4} />}
      {error && <ErrorState title={t`The versions could not be loaded`} error={error} onRetry={reload} />}
      <Stack as="ol" gap="3" listStyleType="none">
        {versions?.map((version, index) => {
          const when = formatDateTimeWithSeconds(version.savedAt);
          const differing = differingPaths(present, version.value).length;
          return (
            <Box as="li" key={version.id} borderWidth="1px" borderRadius="lg" p="3">
              <Text fontSize="sm" fontWeight="600">
                {when}
              </Text>
              <Text fontSize="sm" color="fg.muted">
                {version.savedBy ?? t`Default`}, {index === 0 ? t`current` : difference(differing)}
              </Text>
              {index > 0 && differing > 0 && (
                <Button size="xs" variant="outline" mt="2" aria-label={t`Restore the version from ${when}`} onClick={() => onTake(version)}>
                  <Trans>Restore</Trans>
                </Button>
              )}
            </Box>
          );
        })}
      </Stack>
    </Box>
  );
}
