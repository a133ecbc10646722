import { useEffect } from 'react';
import { anchorOf } from '@masomo/domain/anchorOf';
import { timings } from '@masomo/domain/timings';
import { useLocation } from '@masomo/navigation';

/** Scrolls to the URL's anchor once the page has laid out. */
export function useAnchorScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash) return;
    const timer = setTimeout(() => scrollToAnchor(anchorOf(hash)), timings.anchorScrollDelayMs);
    return () => clearTimeout(timer);
  }, [hash, key]);
}

/** Scrolls to an element, smoothly unless the visitor prefers reduced motion. */
export function scrollToAnchor(id: string): void {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth', block: 'start' });
}
