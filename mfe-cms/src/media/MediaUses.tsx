import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listMediaUses, mediaKeys, type MediaFile } from '@masomo/data/site/media';
import { AppLink, Box, List, SkeletonText, Text } from '@masomo/design-system';

/** The pages that show a file. */
export function MediaUses({ file }: { file: MediaFile }) {
  const { data: uses, error } = useQuery(mediaKeys.uses(file.id), (db) => listMediaUses(db, file.id));
  if (error)
    return (
      <Text color="fg.error" fontSize="sm">
        <Trans>The pages that use this file could not be loaded. {error.userMessage}</Trans>
      </Text>
    );
  if (!uses) return <SkeletonText noOfLines={2} />;
  if (uses.length === 0)
    return (
      <Text color="fg.muted" fontSize="sm">
        <Trans>No page uses this file.</Trans>
      </Text>
    );
  return (
    <Box fontSize="sm">
      <Text fontWeight="600">
        <Trans>Used by</Trans>
      </Text>
      <List.Root ps="5">
        {uses.map(({ pageId, title, isPublic }) => (
          <List.Item key={pageId}>
            <AppLink to={`/dashboard/cms/pages/${pageId}/edit`}>{title}</AppLink> ({isPublic ? t`published` : t`draft`})
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
