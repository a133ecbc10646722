import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PageSummary } from '@masomo/data/site/pages';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, HStack, Stack, Text } from '@masomo/design-system';

/** Whether a page is published, has unpublished changes, or is scheduled. */
export function PageStatus({ page }: { page: PageSummary }) {
  return (
    <Stack gap="1">
      <HStack gap="1" flexWrap="wrap">
        <Badge colorPalette={page.isPublished ? 'green' : 'gray'}>{page.isPublished ? t`Published` : t`Draft`}</Badge>
        {page.hasChanges && (
          <Badge colorPalette="yellow">
            <Trans>Unpublished changes</Trans>
          </Badge>
        )}
      </HStack>
      {page.publishAt && (
        <Text fontSize="sm" color="fg.muted">
          <Trans>Published on {formatDateTime(page.publishAt)}</Trans>
        </Text>
      )}
      {page.unpublishAt && (
        <Text fontSize="sm" color="fg.muted">
          <Trans>Unpublished on {formatDateTime(page.unpublishAt)}</Trans>
        </Text>
      )}
    </Stack>
  );
}
