import type { ReactNode } from 'react';
import { Box } from '@masomo/design-system';

/** Keeps the button of a long form in view, wherever the form is scrolled to. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <Box position="sticky" bottom="var(--bottom-bar, 0px)" zIndex="docked" bg="bg.panel" py="3" mb="-3">
      {children}
    </Box>
  );
}
