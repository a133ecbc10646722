import type { ReactNode } from 'react';
import { Portal, Tooltip as ChakraTooltip } from '@chakra-ui/react';

/** A few words about a control, on hover and focus. Never the only place of needed information. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <ChakraTooltip.Root openDelay={300}>
      <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner><ChakraTooltip.Content maxW="xs">{content}</ChakraTooltip.Content></ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
