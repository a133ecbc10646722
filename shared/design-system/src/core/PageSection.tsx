import { Box, Container, Text, type BoxProps, type TextProps } from '@chakra-ui/react';

/** A section of a public page with the page's width and spacing. */
export function PageSection({ children, ...style }: BoxProps) {
  return (
    <Box as="section" py={{ base: '14', md: '24' }} {...style}>
      <Container maxW="6xl">{children}</Container>
    </Box>
  );
}

/** The small line above a heading. */
export function Eyebrow(props: TextProps) {
  return <Text textStyle="sm" fontWeight="600" color="accent.fg" {...props} />;
}
