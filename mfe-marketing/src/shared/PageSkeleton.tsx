import { Trans } from '@lingui/react/macro';
import { Box, Container, Skeleton, Stack, VisuallyHidden } from '@masomo/design-system';

/** Placeholder while a page's chunk or content loads. */
export function PageSkeleton() {
  return (
    <Container maxWidth="7xl" paddingBlock={{ base: '16', md: '28' }} minHeight="100vh" aria-busy="true">
      <VisuallyHidden role="status">
        <Trans>Loading the page</Trans>
      </VisuallyHidden>
      <Stack gap="6" maxWidth="2xl">
        <Skeleton height="4" width="32" />
        <Skeleton height={{ base: '20', md: '28' }} />
        <Skeleton height="12" />
        <Box>
          <Skeleton height="12" width="44" />
        </Box>
      </Stack>
    </Container>
  );
}
