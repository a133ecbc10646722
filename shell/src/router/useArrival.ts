import { useEffect, useRef } from 'react';
import { timings } from '@masomo/domain/timings';
import { useLocation, useNavigationType } from '@masomo/navigation';

const positions = new Map<string, number>();
/** A remote may need a moment to be tall enough to scroll back to where somebody was. */
const restoreLimit = 1_500;

/** Scrolling and focus of a navigation: top or anchor on the way forward, the old place on the way back. */
export function useArrival(): void {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const isFirst = useRef(true);

  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (hash) {
      const timer = setTimeout(() => document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView(), timings.anchorScrollDelay);
      return () => clearTimeout(timer);
    }
    if (wasFirst) return undefined;
    if (type === 'POP') return scrollWhenTall(positions.get(key) ?? 0);
    window.scrollTo(0, 0);
    // Readers of the screen start at the new content; the way there is announced by the page's title.
    document.getElementById('main')?.focus({ preventScroll: true });
    return undefined;
  }, [key, pathname, hash, type]);
}

function scrollWhenTall(top: number): () => void {
  const deadline = performance.now() + restoreLimit;
  let frame = 0;
  const step = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 1 && performance.now() < deadline) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}
