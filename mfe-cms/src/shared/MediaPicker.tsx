import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listMedia, mediaKeys, type MediaFilter } from '@masomo/data/site/media';
import { mediaUrl } from '@masomo/domain/libraryImages';
import { Box, Button, EmptyState, ErrorState, HStack, Image, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { SearchInput } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { Pagination } from '@masomo/design-system/tables';
import { useUnsavedChanges } from '@masomo/navigation';
import { publicUrl } from '../media/publicUrl.ts';
import { UploadButton } from '../media/UploadButton.tsx';
import { UploadList } from '../media/UploadList.tsx';
import { useUploads } from '../media/useUploads.ts';

export type ChosenImage = { url: string; altText: string };
type MediaPickerProps = { onChoose: (image: ChosenImage) => void; onClose: () => void };

/** Chooses an image of the media library, or uploads a new one. */
export function MediaPicker({ onChoose, onClose }: MediaPickerProps) {
  const [filter, setFilter] = useState<MediaFilter>({ search: '', kind: 'images', page: 0, pageSize: 12 });
  const { data, error, isLoading, reload } = useQuery(mediaKeys.list(filter), (db) => listMedia(db, filter), { keepPreviousData: true });
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
                <HStack gap="3" align="flex-end" flexWrap="wrap">
                  <Box flex="1" minW="48">
                    <SearchInput
                      label={t`Search images`}
                      placeholder={t`Search name or alt text`}
                      value={filter.search}
                      onValueChange={(search) => setFilter({ ...filter, search, page: 0 })}
                    />
                  </Box>
                  <UploadButton onFiles={add} />
                </HStack>
                <UploadList {...uploads} />
                {isLoading && (
                  <SimpleGrid columns={{ base: 2, md: 4 }} gap="3" aria-busy="true">
                    {[0, 1, 2, 3].map((index) => (
                      <Skeleton key={index} h="32" />
                    ))}
                  </SimpleGrid>
                )}
                {error && !data && <ErrorState title={t`The media library could not be loaded`} error={error} onRetry={reload} />}
                {data?.rows.length === 0 && (
                  <EmptyState title={t`No images found`}>{filter.search ? t`Try another search.` : t`Upload the first image.`}</EmptyState>
                )}
                {data && data.rows.length > 0 && (
                  <>
                    <SimpleGrid as="ul" listStyleType="none" aria-label={t`Images`} columns={{ base: 2, md: 4 }} gap="3">
                      {data.rows.map((file) => (
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
                            <Image
                              src={publicUrl(file.sizes[0]?.path ?? file.filePath)}
                              alt=""
                              loading="lazy"
                              h="24"
                              w="full"
                              objectFit="contain"
                            />
                            <Text as="span" display="block" mt="2" fontSize="xs" truncate>
                              {file.altText || file.name}
                            </Text>
                          </Button>
                        </li>
                      ))}
                    </SimpleGrid>
                    <Pagination
                      page={filter.page}
                      pageSize={filter.pageSize}
                      total={data.total}
                      onPageChange={(page) => setFilter({ ...filter, page })}
                    />
                  </>
                )}
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
