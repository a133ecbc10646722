import type { ReactNode } from 'react';
import { InfoIcon } from 'lucide-react';
import { Button } from '@masomo/design-system';
import { Popover, Portal } from '@masomo/design-system/popups';

/** The definition of a figure, opened by a press, so that phones have it too; screen readers get it as the button's name. */
export function Definition({ of: label, children }: { of: string; children: ReactNode }) {
  return (
    <Popover.Root lazyMount unmountOnExit positioning={{ placement: 'top' }}>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="xs" minW="6" h="6" px="1" aria-label={`${label}: ${children}`}>
          <InfoIcon size={14} aria-hidden />
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="auto" maxW="xs" aria-label={label}>
            <Popover.Body px="3" py="2">
              {children}
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
