import { Box, Container, Eyebrow, Heading, Text } from '@masomo/design-system';

export function StoreHero() {
  return (
    <Box bg="bg.subtle" borderBottomWidth="1px">
      <Container maxW="7xl" py={{ base: '10', md: '16' }}>
        <Eyebrow>Add-on store</Eyebrow>
        <Heading as="h1" size={{ base: '4xl', md: '5xl' }} maxW="2xl" textWrap="balance" mt="3">Switch on what your school needs next</Heading>
        <Text fontSize="lg" color="fg.muted" maxW="2xl" mt="4">
          Every add-on is licensed per school or campus, for as many users as you have. Prices include VAT.
        </Text>
      </Container>
    </Box>
  );
}
