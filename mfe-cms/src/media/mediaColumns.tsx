import type { MediaFile } from '@masomo/data/site/media';
import { formatFileSize } from '@masomo/domain/fileKind';
import { Box, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { FileActions, type MediaActions } from './FileActions.tsx';

const when = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeZone: 'Africa/Nairobi' });

/** The columns of the library's list. */
export function mediaColumns(actions: MediaActions): DataTableColumn<MediaFile>[] {
  return [
    {
      id: 'name',
      header: 'File',
      cell: (file) => (
        <Box>
          <Text fontWeight="600" wordBreak="break-word">
            {file.name}
          </Text>
          <Text fontSize="sm" color="fg.muted">
            {file.altText || 'No alt text'}
          </Text>
        </Box>
      ),
    },
    { id: 'type', header: 'Type', cell: (file) => file.type },
    { id: 'size', header: 'Size', align: 'end', cell: (file) => formatFileSize(file.size) },
    { id: 'created', header: 'Uploaded', cell: (file) => when.format(new Date(file.createdAt)) },
    { id: 'actions', header: '', align: 'end', cell: (file) => <FileActions file={file} {...actions} /> },
  ];
}
