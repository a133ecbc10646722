import { lazy, Suspense } from 'react';
import { hasUnsavedChanges, skipsUnsavedCheck, useBlocker } from '@masomo/navigation';

const ConfirmDialog = lazy(async () => ({ default: (await import('@masomo/design-system/overlays')).ConfirmDialog }));

/** Asks for a confirmation before a navigation loses unsaved changes of any remote. */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      currentLocation.pathname !== nextLocation.pathname && !skipsUnsavedCheck(nextLocation.state) && hasUnsavedChanges(historyAction),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        title="Leave without saving?"
        body="What you changed on this page is not saved. If you leave now, it is lost."
        confirmLabel="Leave without saving"
        cancelLabel="Stay on this page"
        tone="danger"
        onConfirm={() => blocker.proceed()}
        onClose={() => blocker.reset()}
      />
    </Suspense>
  );
}
