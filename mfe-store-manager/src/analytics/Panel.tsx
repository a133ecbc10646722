import type { ReactNode } from 'react';
import { Box, Heading } from '@masomo/design-system';

/** A titled section of the analytics screen. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="5" minW="0">
      <Heading as="h2" textStyle="md" fontWeight="650" mb="4">
        {title}
      </Heading>
      {children}
    </Box>
  );
}
