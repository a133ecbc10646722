import { Box, Container, Eyebrow, Heading, Stack, Text } from '@masomo/design-system';

/** The opening of a page from the CMS. */
export function PageTitle({ eyebrow, title, text, children }: { eyebrow?: string | undefined; title: string; text?: string | undefined; children?: React.ReactNode }) {
  return (
    <Box background="bg.subtle" borderBottomWidth="1px" borderColor="border" marginBottom={{ base: '10', md: '14' }}>
      <Container maxWidth="4xl" paddingBlock={{ base: '14', md: '20' }}>
        <Stack gap="4" alignItems="flex-start">
          {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
          <Heading as="h1" fontSize={{ base: '4xl', md: '5xl' }} letterSpacing="-0.03em" lineHeight="1.05" textWrap="balance">{title}</Heading>
          {text && <Text color="fg.muted" fontSize="xl" textWrap="pretty">{text}</Text>}
          {children}
        </Stack>
      </Container>
    </Box>
  );
}
