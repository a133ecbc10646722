import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getClient } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { fetchLookDrawing } from '@masomo/data/papers';
import { lookKeys } from '@masomo/data/platform/schoolLook';
import type { LookSettings } from '@masomo/domain/paperSchool';
import { Box, Card, ErrorState, Heading, Image, Skeleton, Stack, Text } from '@masomo/design-system';

/** A receipt of nobody with this look, rendered by the service that makes the papers. */
export function LookPreview({ look }: { look: LookSettings }) {
  const {
    data: drawing,
    error,
    isLoading,
    reload,
  } = useQuery([...lookKeys.all, 'drawing', look], async () => fetchLookDrawing(await getClient(), look), {
    revalidateOnFocus: false,
    keepPreviousData: true,
  });
  return (
    <Card.Root as="section" aria-labelledby="preview" position={{ xl: 'sticky' }} top={{ xl: '6' }}>
      <Card.Header>
        <Heading as="h2" size="md" id="preview">
          <Trans>Preview</Trans>
        </Heading>
        <Text fontSize="sm" color="fg.muted">
          <Trans>A receipt as it is printed. Report cards and statements look alike.</Trans>
        </Text>
      </Card.Header>
      <Card.Body>
        {error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <Stack gap="2" aria-busy={isLoading}>
            <Box borderWidth="1px" borderColor="border" borderRadius="md" overflow="hidden" bg="white" aspectRatio="148 / 210">
              {drawing ? (
                <Image
                  src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`}
                  alt={t`A sample receipt with these settings`}
                  w="full"
                  opacity={isLoading ? '0.5' : '1'}
                />
              ) : (
                <Skeleton w="full" h="full" />
              )}
            </Box>
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}
