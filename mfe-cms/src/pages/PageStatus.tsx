import type { PageSummary } from '@masomo/data/site/pages';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, HStack, Stack, Text } from '@masomo/design-system';

/** Whether a page is published, has unpublished changes, or is scheduled. */
export function PageStatus({ page }: { page: PageSummary }) {
  return (
    <Stack gap="1">
      <HStack gap="1" flexWrap="wrap">
        <Badge colorPalette={page.isPublished ? 'green' : 'gray'}>{page.isPublished ? 'Published' : 'Draft'}</Badge>
        {page.hasChanges && <Badge colorPalette="yellow">Unpublished changes</Badge>}
      </HStack>
      {page.publishAt && (
        <Text fontSize="sm" color="fg.muted">
          Published on {formatDateTime(page.publishAt)}
        </Text>
      )}
      {page.unpublishAt && (
        <Text fontSize="sm" color="fg.muted">
          Taken back on {formatDateTime(page.unpublishAt)}
        </Text>
      )}
    </Stack>
  );
}
