import { useEffect, useRef } from 'react';
import { timings } from '@masomo/domain/timings';
import { useLocation, useNavigationType } from '@masomo/navigation';
import { entryKey, scrollPositions } from './scrollPositions.ts';

/** A remote may need a moment until it is there, or tall enough, to scroll to where somebody wanted. */
const timeoutMs = 3_000;

/** Scrolling and focus of a navigation: top or anchor on the way forward, the old place on the way back and after a reload. */
export function useScrollAndFocus(): void {
  const { key, pathname, search, hash } = useLocation();
  const type = useNavigationType();
  const last = useRef<{ pathname: string; search: string }>(undefined);

  useEffect(() => {
    const left = last.current;
    last.current = { pathname, search };
    // A prerendered page was scrolled before it started, by its reader or the browser: there they stay.
    if (!left && !hash && window.scrollY > 0) return undefined;
    const before = type === 'POP' && (left || !isFreshDocument()) ? scrollPositions[entryKey({ key, pathname })] : undefined;
    if (before !== undefined) return retryEachFrame(() => scrollTo(before));
    if (hash) return afterDelay(() => retryEachFrame(() => scrollToAnchor(hash)));
    // A tab or a filter that stands in the address changes part of the screen: whoever chose it stays there.
    if (!left || (left.pathname === pathname && left.search !== search)) return undefined;
    scrollTo(0);
    // Readers of the screen start at the new content; the way there is announced by the page's title.
    document.getElementById('main')?.focus({ preventScroll: true });
    return undefined;
  }, [key, pathname, search, hash, type]);
}

/** The document was neither reloaded nor gone back to, so nobody has been anywhere in it. */
function isFreshDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'navigate';
}

function scrollTo(top: number): boolean {
  window.scrollTo({ top, behavior: 'instant' });
  return Math.abs(window.scrollY - top) <= 1;
}

function scrollToAnchor(hash: string): boolean {
  const element = document.getElementById(decodeURIComponent(hash.slice(1)));
  element?.scrollIntoView();
  return element !== null;
}

function afterDelay(start: () => () => void): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = start();
  }, timings.anchorScrollDelay);
  return () => stop();
}

/** Tries again with every frame until it worked, somebody scrolls by hand, or patience ends. */
function retryEachFrame(attempt: () => boolean): () => void {
  const deadline = performance.now() + timeoutMs;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, stop);
  };
  const step = () => {
    if (attempt() || performance.now() > deadline) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const event of ['wheel', 'touchstart', 'keydown']) window.addEventListener(event, stop, { passive: true });
  step();
  return stop;
}
