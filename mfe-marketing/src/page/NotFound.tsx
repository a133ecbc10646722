import { Trans } from '@lingui/react/macro';
import { ButtonLink, Container, Heading, HStack, Stack, Text } from '@masomo/design-system';

/** The 404 page, as visitors without JavaScript see it. */
export function NotFound() {
  return (
    <Container maxWidth="7xl" paddingBlock={{ base: '20', md: '32' }} minHeight="60vh">
      <Stack gap="5" maxWidth="2xl">
        <Text color="accent.fg" fontWeight="600">
          404
        </Text>
        <Heading as="h1" fontSize={{ base: '4xl', md: '5xl' }} letterSpacing="-0.03em" lineHeight="1.05">
          <Trans>This page is not in our timetable</Trans>
        </Heading>
        <Text color="fg.muted" fontSize="lg">
          <Trans>The address may have changed, or the page may have been taken down. The pages below are where they always were.</Trans>
        </Text>
        <HStack gap="3" flexWrap="wrap">
          <ButtonLink to="/" size="lg">
            <Trans>Home</Trans>
          </ButtonLink>
          <ButtonLink to="/support" size="lg" variant="outline">
            <Trans>Support</Trans>
          </ButtonLink>
        </HStack>
      </Stack>
    </Container>
  );
}
