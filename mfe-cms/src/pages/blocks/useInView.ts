import { createContext, useCallback, useState } from 'react';

/** Whether the block around a field has been near the screen yet. */
export const InViewContext = createContext(true);

const changes = 'contentvisibilityautostatechange';
const isTold = typeof document !== 'undefined' && `on${changes}` in document.documentElement;

/** Whether an element with `content-visibility: auto` has been near the screen; browsers that do not tell count as having seen it. */
export function useInView(): { isSeen: boolean; watch: (element: HTMLElement | null) => (() => void) | undefined } {
  const [isSeen, setIsSeen] = useState(!isTold);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element || !isTold) return undefined;
    const look = (event: Event) => {
      if (event.target === element && !Reflect.get(event, 'skipped')) setIsSeen(true);
    };
    element.addEventListener(changes, look);
    return () => element.removeEventListener(changes, look);
  }, []);
  return { isSeen, watch };
}
