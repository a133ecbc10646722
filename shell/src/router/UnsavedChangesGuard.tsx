import { t } from '@lingui/core/macro';
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { hasUnsavedChanges, leavingStore, skipsUnsavedCheck, useBlocker, type LeaveQuestion } from '@masomo/navigation';

const ConfirmDialog = lazy(async () => ({ default: (await loadWhenOnline(() => import('@masomo/design-system/overlays'))).ConfirmDialog }));

/** Asks for a confirmation before a navigation, or a document loaded again, loses unsaved changes of any remote. */
export function UnsavedChangesGuard() {
  const question = useRef<LeaveQuestion>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (currentLocation.pathname === nextLocation.pathname || skipsUnsavedCheck(nextLocation.state)) return false;
    const changes = hasUnsavedChanges(historyAction);
    question.current = typeof changes === 'object' ? changes : undefined;
    return changes !== false;
  });
  const leaving = useSyncExternalStore(leavingStore.subscribe, leavingStore.get, () => undefined);
  if (blocker.state !== 'blocked' && !leaving) return null;
  const customQuestion = leaving ? leaving.question : question.current;
  const answer = (isLeaving: boolean) => {
    if (leaving) leaving.answer(isLeaving);
    else if (isLeaving) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        title={t`Leave without saving?`}
        body={t`Your changes on this page are not saved. If you leave now, they are lost.`}
        confirmLabel={t`Leave without saving`}
        cancelLabel={t`Stay on this page`}
        tone={customQuestion ? 'default' : 'danger'}
        {...customQuestion}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      />
    </Suspense>
  );
}
