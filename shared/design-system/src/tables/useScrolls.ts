import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether the content of an element is wider than itself: only then does it scroll, for a head cannot stay in view in a box that scrolls. */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    const content = current?.firstElementChild;
    if (!current || !content) return;
    const measure = () => setScrolls(content.scrollWidth > current.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(content);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
