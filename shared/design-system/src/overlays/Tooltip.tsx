import type { ReactNode } from 'react';
import { Portal, Tooltip as ChakraTooltip, type TooltipRootProps } from '@chakra-ui/react';
import { tooltipRecipe } from '../theme/recipes/popups.ts';

export type TooltipProps = {
  content: ReactNode;
  children: ReactNode;
  placement?: NonNullable<TooltipRootProps['positioning']>['placement'];
};

/** A short description of a control, on hover and focus. Never the only place for necessary information. */
export function Tooltip({ content, children, placement = 'top' }: TooltipProps) {
  return (
    <ChakraTooltip.Root recipe={tooltipRecipe} openDelay={300} closeDelay={80} positioning={{ placement }}>
      <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{content}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
