import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Button, VisuallyHidden } from '@masomo/design-system';

const TellMeDialog = lazy(async () => ({ default: (await import('./TellMeDialog.tsx')).TellMeDialog }));

/** Stands where an add-on that is in preparation will have Add to cart. */
export function TellMeButton({ addon }: { addon: { id: string; name: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        <Trans>Tell me when it is ready</Trans>
        <VisuallyHidden>: {addon.name}</VisuallyHidden>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TellMeDialog addon={addon} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
