import { useQuery } from '@masomo/data';
import { listMediaUses, mediaKeys, type MediaFile } from '@masomo/data/site/media';
import { AppLink, Box, List, SkeletonText, Text } from '@masomo/design-system';

/** The pages that show a file. */
export function MediaUses({ file }: { file: MediaFile }) {
  const { data: uses, error } = useQuery(mediaKeys.uses(file.id), (db) => listMediaUses(db, file.id));
  if (error)
    return (
      <Text color="fg.error" fontSize="sm">
        Where this file is used could not be read. {error.userMessage}
      </Text>
    );
  if (!uses) return <SkeletonText noOfLines={2} />;
  if (uses.length === 0)
    return (
      <Text color="fg.muted" fontSize="sm">
        No page uses this file.
      </Text>
    );
  return (
    <Box fontSize="sm">
      <Text fontWeight="600">Used by</Text>
      <List.Root ps="5">
        {uses.map(({ pageId, title, isPublic }) => (
          <List.Item key={pageId}>
            <AppLink to={`/dashboard/cms/pages/${pageId}/edit`}>{title}</AppLink>
            {isPublic ? ', seen by visitors' : ', in a draft'}
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
