import { t } from '@lingui/core/macro';
import type { MediaFile } from '@masomo/data/site/media';
import { formatBytes } from '@masomo/domain/number';
import { Box, Center, Image, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import type { RowLayout } from '@masomo/design-system/tables';
import { FileActions, type MediaActions } from './FileActions.tsx';
import { publicUrl } from './publicUrl.ts';

/** The library as a grid of thumbnails. */
export const mediaGrid = (actions: MediaActions): RowLayout<MediaFile> => ({
  pending: (
    <SimpleGrid columns={{ base: 2, md: 3, xl: 4 }} gap="4">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} h="56" />
      ))}
    </SimpleGrid>
  ),
  rows: (rows) => (
    <SimpleGrid as="ul" listStyleType="none" aria-label={t`Media`} columns={{ base: 1, sm: 2, lg: 3, xl: 4 }} gap="4">
      {rows.map((file) => (
        <Box as="li" key={file.id} borderWidth="1px" borderRadius="lg" overflow="hidden" bg="bg.panel">
          <Center aspectRatio="1.6" bg="bg.muted" overflow="hidden">
            {file.isActive && file.type.startsWith('image/') ? (
              <Image
                src={publicUrl(file.sizes[0]?.path ?? file.filePath)}
                alt={file.altText}
                loading="lazy"
                maxH="full"
                maxW="full"
                objectFit="contain"
              />
            ) : (
              <Text color="fg.muted">{file.isActive ? t`Document` : t`Deleted`}</Text>
            )}
          </Center>
          <Stack p="3" gap="2">
            <Text fontWeight="600" truncate title={file.name}>
              {file.name}
            </Text>
            <Text fontSize="sm" color="fg.muted" lineClamp="2">
              {formatBytes(file.size)} · {file.altText || t`No alt text`}
            </Text>
            <FileActions file={file} {...actions} />
          </Stack>
        </Box>
      ))}
    </SimpleGrid>
  ),
});
