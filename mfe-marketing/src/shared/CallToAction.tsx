import type { ReactNode } from 'react';
import { Box, Container, Heading, Stack, Text } from '@masomo/design-system';

/** Closing section of a page with its calls to action. */
export function CallToAction({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <Box as="section" paddingBlock={{ base: '16', md: '24' }}>
      <Container maxWidth="7xl">
        <Stack
          gap="6"
          align="center"
          textAlign="center"
          background="accent.subtle"
          borderWidth="1px"
          borderColor="accent.muted"
          borderRadius={{ base: '2xl', md: '3xl' }}
          paddingInline={{ base: '6', md: '16' }}
          paddingBlock={{ base: '12', md: '20' }}
        >
          <Heading
            as="h2"
            fontSize={{ base: '3xl', md: '5xl' }}
            lineHeight="1.1"
            letterSpacing="-0.025em"
            maxWidth="3xl"
            textWrap="balance"
          >
            {title}
          </Heading>
          <Text color="fg.muted" fontSize={{ base: 'lg', md: 'xl' }} maxWidth="2xl" textWrap="pretty">
            {children}
          </Text>
          <Stack direction={{ base: 'column', sm: 'row' }} gap="3" width={{ base: 'full', sm: 'auto' }}>
            {actions}
          </Stack>
        </Stack>
      </Container>
    </Box>
  );
}
