import { useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * Delays the work a key causes until the key has been painted, so that a page of a hundred blocks is updated between two keys, not
 * within one. `schedule` replaces what is pending, `flush` runs it at once (as unmounting does), `isPending` tells whether there is any.
 */
export function useAfterPaint(): { schedule: (task: () => void) => void; flush: () => void; isPending: () => boolean } {
  const pending = useRef<() => void>(undefined);
  const flush = useCallback(() => {
    const task = pending.current;
    pending.current = undefined;
    task?.();
  }, []);
  const schedule = useCallback(
    (task: () => void) => {
      const isFirst = pending.current === undefined;
      pending.current = task;
      // Rendered at once, for a press on Save between the task and its render would store what was there before the key.
      if (isFirst) requestAnimationFrame(() => setTimeout(() => flushSync(flush)));
    },
    [flush],
  );
  useEffect(() => () => flush(), [flush]);
  const isPending = useCallback(() => pending.current !== undefined, []);
  return { schedule, flush, isPending };
}
