import { useCallback, useEffect, useRef } from 'react';

/**
 * Does what a key leads to once the picture that shows the key is out: a page of a hundred blocks is gone through between
 * two keys, not within one. `flush` does it at once; what waits when the field goes away is done then. `isWaiting`
 * tells whether something does.
 */
export function useAfterPaint(): { later: (work: () => void) => void; flush: () => void; isWaiting: () => boolean } {
  const waiting = useRef<() => void>(undefined);
  const flush = useCallback(() => {
    const work = waiting.current;
    waiting.current = undefined;
    work?.();
  }, []);
  const later = useCallback(
    (work: () => void) => {
      const isFirst = waiting.current === undefined;
      waiting.current = work;
      if (isFirst) requestAnimationFrame(() => setTimeout(flush));
    },
    [flush],
  );
  useEffect(() => flush, [flush]);
  const isWaiting = useCallback(() => waiting.current !== undefined, []);
  return { later, flush, isWaiting };
}
