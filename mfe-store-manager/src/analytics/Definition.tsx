import type { ReactNode } from 'react';
import { InfoIcon } from 'lucide-react';
import { Button } from '@masomo/design-system';
import { Tooltip } from '@masomo/design-system/overlays';

/** Tooltip with the definition of a figure; screen readers get it as the button's name. */
export function Definition({ of: label, children }: { of: string; children: ReactNode }) {
  return (
    <Tooltip content={children}>
      <Button variant="ghost" size="xs" minW="6" h="6" px="1" aria-label={`${label}: ${children}`}>
        <InfoIcon size={14} aria-hidden />
      </Button>
    </Tooltip>
  );
}
