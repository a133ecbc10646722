import { t } from '@lingui/core/macro';
import type { MediaFile } from '@masomo/data/site/media';
import { formatBytes } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Box, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { FileActions, type MediaActions } from './FileActions.tsx';

/** The columns of the library's list view. */
export function mediaColumns(actions: MediaActions): DataTableColumn<MediaFile>[] {
  return [
    {
      id: 'name',
      header: t`File`,
      cell: (file) => (
        <Box>
          <Text fontWeight="600" wordBreak="break-word">
            {file.name}
          </Text>
          <Text fontSize="sm" color="fg.muted">
            {file.altText || t`No alt text`}
          </Text>
        </Box>
      ),
    },
    { id: 'type', header: t`Type`, cell: (file) => file.type },
    { id: 'size', header: t`Size`, align: 'end', cell: (file) => formatBytes(file.size) },
    { id: 'created', header: t`Uploaded`, cell: (file) => formatDate(file.createdAt) },
    { id: 'actions', header: '', align: 'end', cell: (file) => <FileActions file={file} {...actions} /> },
  ];
}
