import { plural, t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { toaster } from '@masomo/design-system';
import { confirmLeavingWhile } from '@masomo/navigation';
import { cellKey, type CellDrafts } from './cellDrafts.ts';
import { saveDrafts, type SaveContext } from './saveDrafts.ts';

const retryDelayMs = 10_000;

/** Saves edited cells in batches, one after the other; drafts stay until they are saved. */
export function useGradebookEditing(gradebook: Gradebook, put: SaveContext['put'], cellDrafts: CellDrafts) {
  const [pendingSaves, setPendingSaves] = useState(0);
  const queue = useRef(Promise.resolve());
  const isOpen = useRef(true);
  const latest = useRef({ gradebook, put });
  useEffect(() => {
    latest.current = { gradebook, put };
  }, [gradebook, put]);
  useEffect(() => {
    isOpen.current = true;
    const stopFollowing = cellDrafts.follow();
    const stopAsking = confirmLeavingWhile((action) => {
      const count = action === 'unload' ? cellDrafts.all().size : cellDrafts.countUnsaved();
      return count > 0 && (cellDrafts.isKept() ? leaveQuestion(count) : true);
    });
    return () => {
      isOpen.current = false;
      stopFollowing();
      stopAsking();
    };
  }, [cellDrafts]);

  /** The latest gradebook, for callbacks that outlive a render. */
  const read = useCallback(() => latest.current.gradebook, []);
  /** Queues the drafts of these students for saving. Its identity is stable, so the table does not re-render. */
  const write = useCallback(
    (assessment: Assessment, studentIds: readonly string[]) => {
      setPendingSaves((count) => count + 1);
      const keys = studentIds.map((studentId) => cellKey(assessment.id, studentId));
      for (const key of keys) cellDrafts.inFlight.add(key);
      const context: SaveContext = {
        cellDrafts,
        read,
        // The next batch must see it before React renders it.
        put: (known) => {
          latest.current = { ...latest.current, gradebook: known };
          return latest.current.put(known);
        },
      };
      queue.current = queue.current
        .then(() => saveDrafts(context, assessment, studentIds))
        .then((hasRefused) => {
          if (hasRefused && !isOpen.current)
            toaster.error({
              title: t`Marks for ${assessment.name} are not saved`,
              description: t`They are kept on this device. Open Grades to save or discard them.`,
            });
        })
        .finally(() => {
          for (const key of keys) cellDrafts.inFlight.delete(key);
          setPendingSaves((count) => count - 1);
        });
    },
    [cellDrafts, read],
  );
  useResending(cellDrafts, read, write);
  return { cellDrafts, read, write, isSaving: pendingSaves > 0 };
}

/** Sends what found no connection as soon as there is one. */
function useResending(cellDrafts: CellDrafts, read: () => Gradebook, write: (assessment: Assessment, studentIds: string[]) => void) {
  useEffect(() => {
    const resend = () => {
      if (!navigator.onLine) return;
      const { assessments, rows } = read();
      for (const assessment of assessments) {
        const unsent = rows.filter(({ studentId }) => cellDrafts.get(cellKey(assessment.id, studentId))?.problem?.kind === 'unsent');
        if (unsent.length > 0)
          write(
            assessment,
            unsent.map(({ studentId }) => studentId),
          );
      }
    };
    window.addEventListener('online', resend);
    const timer = setInterval(resend, retryDelayMs);
    return () => {
      window.removeEventListener('online', resend);
      clearInterval(timer);
    };
  }, [cellDrafts, read, write]);
}

/** The question before marks that are not saved go out of sight; the browser keeps them. */
export const leaveQuestion = (count: number) => ({
  title: t`${plural(count, { one: '# mark is', other: '# marks are' })} not saved`,
  body: t`If you continue, they stay in this gradebook on this device. Nobody else sees them until they are saved.`,
  confirmLabel: t`Leave them for later`,
});

export type GradebookEditing = ReturnType<typeof useGradebookEditing>;
