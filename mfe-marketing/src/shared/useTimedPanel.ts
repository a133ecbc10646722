import { useCallback, useEffect, useRef, useState } from 'react';

/** Minimum time left after a pause, so that the panel does not vanish the moment the pointer leaves it. */
const minRemainingMs = 1_000;

/** Calls `onEnd` after a panel was shown for `durationMs`; spread `pauseProps` on it to pause while it has pointer or focus. */
export function useTimedPanel(isShown: boolean, durationMs: number, onEnd: () => void) {
  const [isPaused, setIsPaused] = useState(false);
  const remainingMs = useRef(durationMs);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!isShown) {
      remainingMs.current = durationMs;
      return;
    }
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end.current(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(minRemainingMs, remainingMs.current - (Date.now() - startedAt));
    };
  }, [isShown, isPaused, durationMs]);
  const pause = useCallback(() => setIsPaused(true), []);
  const resume = useCallback(() => setIsPaused(false), []);
  return { pauseProps: { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume } };
}
