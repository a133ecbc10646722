import type { ReactNode } from 'react';
import { Center } from '@masomo/design-system';

/** An icon on a tinted tile beside a heading. */
export function FeatureIcon({ children }: { children: ReactNode }) {
  return (
    <Center
      boxSize="11"
      borderRadius="xl"
      background="accent.subtle"
      color="accent.fg"
      aria-hidden
      flexShrink="0"
      css={{ '& svg': { width: '1.375rem', height: '1.375rem' } }}
    >
      {children}
    </Center>
  );
}
