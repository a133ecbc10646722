import { t } from '@lingui/core/macro';
import { lazy, Suspense, useRef } from 'react';
import { hasUnsavedChanges, skipsUnsavedCheck, useBlocker, type LeaveQuestion } from '@masomo/navigation';

const ConfirmDialog = lazy(async () => ({ default: (await import('@masomo/design-system/overlays')).ConfirmDialog }));

/** Asks for a confirmation before a navigation loses unsaved changes of any remote. */
export function UnsavedChangesGuard() {
  const question = useRef<LeaveQuestion>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (currentLocation.pathname === nextLocation.pathname || skipsUnsavedCheck(nextLocation.state)) return false;
    const changes = hasUnsavedChanges(historyAction);
    question.current = typeof changes === 'object' ? changes : undefined;
    return changes !== false;
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        title={t`Leave without saving?`}
        body={t`Your changes on this page are not saved. If you leave now, they are lost.`}
        confirmLabel={t`Leave without saving`}
        cancelLabel={t`Stay on this page`}
        tone={question.current ? 'default' : 'danger'}
        {...question.current}
        onConfirm={() => blocker.proceed()}
        onClose={() => blocker.reset()}
      />
    </Suspense>
  );
}
