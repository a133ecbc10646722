import { useCallback, useEffect, useRef, useState } from 'react';

/** Left on the clock after a pause, at least: nobody loses a panel the moment the pointer leaves it. */
const minRemainingMs = 1_000;

/**
 * Something that shows for a while and then goes. The clock stands still while the pointer or the focus is on it:
 * spread `pauseProps` on its element.
 */
export function useTimedPanel(isShown: boolean, durationMs: number, onEnd: () => void) {
  const [isPaused, setIsPaused] = useState(false);
  const remaining = useRef(durationMs);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!isShown) {
      remaining.current = durationMs;
      return;
    }
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end.current(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current = Math.max(minRemainingMs, remaining.current - (Date.now() - startedAt));
    };
  }, [isShown, isPaused, durationMs]);
  const pause = useCallback(() => setIsPaused(true), []);
  const resume = useCallback(() => setIsPaused(false), []);
  return { pauseProps: { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume } };
}
