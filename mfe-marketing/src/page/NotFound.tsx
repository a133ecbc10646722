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
          This page is not in our timetable
        </Heading>
        <Text color="fg.muted" fontSize="lg">
          The address may have changed, or the page may have been taken down. The pages below are where they always were.
        </Text>
        <HStack gap="3" flexWrap="wrap">
          <ButtonLink to="/" size="lg">
            Home
          </ButtonLink>
          <ButtonLink to="/support" size="lg" variant="outline">
            Support
          </ButtonLink>
        </HStack>
      </Stack>
    </Container>
  );
}
