import type { ReactNode } from 'react';
import { Box, Heading } from '@masomo/design-system';

/** One framed part of the analytics screen. */
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

/** A bar for the eye; its figure stands beside it as text. */
export function Bar({ share, color = 'accent.solid' }: { share: number; color?: string }) {
  return (
    <Box aria-hidden h="2" bg="bg.muted" borderRadius="full" overflow="hidden">
      <Box h="full" bg={color} borderRadius="full" style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
    </Box>
  );
}
