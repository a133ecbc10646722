import { createContext, useCallback, useState } from 'react';

/** Whether the block around a field has been near the viewport yet. */
export const InViewContext = createContext(true);

const eventName = 'contentvisibilityautostatechange';
const isSupported = typeof document !== 'undefined' && `on${eventName}` in document.documentElement;

/** Whether an element with `content-visibility: auto` has been near the viewport; always true where the browser does not report it. */
export function useInView(): { isInView: boolean; observe: (element: HTMLElement | null) => (() => void) | undefined } {
  const [isInView, setIsInView] = useState(!isSupported);
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element || !isSupported) return undefined;
    const update = (event: Event) => {
      if (event.target === element && !Reflect.get(event, 'skipped')) setIsInView(true);
    };
    element.addEventListener(eventName, update);
    return () => element.removeEventListener(eventName, update);
  }, []);
  return { isInView, observe };
}
