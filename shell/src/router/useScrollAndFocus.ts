import { useEffect, useRef } from 'react';
import { anchorOf } from '@masomo/domain/anchorOf';
import { timings } from '@masomo/domain/timings';
import { useLocation, useNavigationType } from '@masomo/navigation';
import { entryKey, isMadeByBrowser, scrollPositions } from './scrollPositions.ts';

/** How long to retry scrolling while the remote is not there yet, or not tall enough. */
const timeoutMs = 3_000;

/** Scrolls and moves focus after a navigation: to the top or the anchor going forward, to the old position going back and after a reload. */
export function useScrollAndFocus(): void {
  const { key, pathname, search, hash } = useLocation();
  const type = useNavigationType();
  const last = useRef<{ pathname: string; search: string }>(undefined);

  useEffect(() => {
    const previous = last.current;
    last.current = { pathname, search };
    // A prerendered page may have been scrolled before it started; it stays there.
    if (!previous && !hash && window.scrollY > 0) return undefined;
    // A hash that was typed, and going back to it, look the same; both lead to its anchor.
    const isTypedHash = hash !== '' && previous?.pathname === pathname && isMadeByBrowser({ key });
    const isReturn = type === 'POP' && !isTypedHash && (previous || !isFreshDocument());
    const restored = isReturn ? scrollPositions[entryKey({ key, pathname, hash })] : undefined;
    if (restored !== undefined) return retryEachFrame(() => scrollTo(restored));
    if (hash) return afterDelay(() => retryEachFrame(() => scrollToAnchor(hash)));
    // A change of the query, as by a tab or a filter, changes only part of the screen.
    if (!previous || (previous.pathname === pathname && previous.search !== search)) return undefined;
    scrollTo(0);
    // Screen readers start at the new content; `PageAnnouncer` announces its title.
    document.getElementById('main')?.focus({ preventScroll: true });
    return undefined;
  }, [key, pathname, search, hash, type]);
}

/** Whether the document was opened by a link or an address, not by a reload or by going back. */
function isFreshDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'navigate';
}

function scrollTo(top: number): boolean {
  window.scrollTo({ top, behavior: 'instant' });
  return Math.abs(window.scrollY - top) <= 1;
}

function scrollToAnchor(hash: string): boolean {
  const element = document.getElementById(anchorOf(hash));
  element?.scrollIntoView();
  return element !== null;
}

function afterDelay(start: () => () => void): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = start();
  }, timings.anchorScrollDelayMs);
  return () => stop();
}

/** Retries with every frame until it works, the visitor scrolls, or the timeout ends. */
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
