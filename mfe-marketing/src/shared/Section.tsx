import type { ReactNode } from 'react';
import { Box, Container, Eyebrow, Heading, Stack, Text } from '@masomo/design-system';

type SectionProps = {
  id?: string;
  tone?: 'plain' | 'subtle';
  eyebrow?: string;
  title?: string;
  lead?: ReactNode;
  align?: 'start' | 'center';
  /** Space above and below; `tight` joins a section to the one before it. */
  space?: 'normal' | 'tight';
  children: ReactNode;
};

/** A section of a page with heading and content. */
export function Section({ id, tone = 'plain', eyebrow, title, lead, align = 'start', space = 'normal', children }: SectionProps) {
  const isCentred = align === 'center';
  return (
    <Box
      as="section"
      id={id}
      background={tone === 'subtle' ? 'bg.subtle' : undefined}
      paddingBlock={space === 'tight' ? { base: '10', md: '14' } : { base: '16', md: '24', xl: '28' }}
    >
      <Container maxWidth="7xl">
        {title && (
          <Stack
            gap="4"
            maxWidth="3xl"
            marginBottom={{ base: '10', md: '14' }}
            marginInline={isCentred ? 'auto' : undefined}
            textAlign={align}
            alignItems={isCentred ? 'center' : 'flex-start'}
          >
            {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
            <Heading as="h2" fontSize={{ base: '3xl', md: '4xl', xl: '5xl' }} lineHeight="1.1" letterSpacing="-0.025em" textWrap="balance">
              {title}
            </Heading>
            {lead && (
              <Text color="fg.muted" fontSize={{ base: 'lg', md: 'xl' }} textWrap="pretty">
                {lead}
              </Text>
            )}
          </Stack>
        )}
        {children}
      </Container>
    </Box>
  );
}
