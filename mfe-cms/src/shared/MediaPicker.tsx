import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listMedia, mediaKeys, type MediaFile } from '@masomo/data/site/media';
import { mediaUrl } from '@masomo/domain/libraryImages';
import { Button, Image, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import type { RowLayout } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useUnsavedChanges } from '@masomo/navigation';
import { publicUrl } from '../media/publicUrl.ts';
import { UploadButton } from '../media/UploadButton.tsx';
import { UploadList } from '../media/UploadList.tsx';
import { useUploads } from '../media/useUploads.ts';

export type ChosenImage = { url: string; altText: string };
type MediaPickerProps = { onChoose: (image: ChosenImage) => void; onClose: () => void };

/** Thumbnails that are pressed to choose one. */
const imageGrid = (onChoose: MediaPickerProps['onChoose']): RowLayout<MediaFile> => ({
  pending: (
    <SimpleGrid columns={{ base: 2, md: 4 }} gap="3">
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} h="32" />
      ))}
    </SimpleGrid>
  ),
  rows: (rows) => (
    <SimpleGrid as="ul" listStyleType="none" aria-label={t`Images`} columns={{ base: 2, md: 4 }} gap="3">
      {rows.map((file) => (
        <li key={file.id}>
          <Button
            variant="outline"
            h="auto"
            w="full"
            p="2"
            display="block"
            textAlign="start"
            onClick={() => onChoose({ url: mediaUrl(file.filePath), altText: file.altText })}
          >
            <Image src={publicUrl(file.sizes[0]?.path ?? file.filePath)} alt="" loading="lazy" h="24" w="full" objectFit="contain" />
            <Text as="span" display="block" mt="2" fontSize="xs" truncate>
              {file.altText || file.name}
            </Text>
          </Button>
        </li>
      ))}
    </SimpleGrid>
  ),
});

/** Chooses an image of the media library, or uploads a new one. */
export function MediaPicker({ onChoose, onClose }: MediaPickerProps) {
  const { add, isSending, ...uploads } = useUploads();
  useUnsavedChanges(isSending);
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="xl" scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Choose an image</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4">
                <UploadList {...uploads} />
                <RecordList
                  label={t`Images`}
                  search={t`Search images`}
                  searchHint={t`Search name or alt text`}
                  actions={<UploadButton onFiles={add} />}
                  columns={[]}
                  layout={imageGrid(onChoose)}
                  pageSize={12}
                  keyOf={(filter) => mediaKeys.list({ ...filter, kind: 'images' })}
                  query={(db, filter) => listMedia(db, { ...filter, kind: 'images' })}
                  empty={{ title: t`No images found`, text: t`Upload the first image.` }}
                  noMatches={{ title: t`No images found`, text: t`Try another search.` }}
                />
              </Stack>
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label={t`Close`} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
