import { useEffect } from 'react';
import { timings } from '@masomo/domain/timings';
import { useLocation } from '@masomo/navigation';

/** Brings the element the address names into view, a moment after the page stands. */
export function useAnchorScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash) return;
    const timer = setTimeout(() => scrollToAnchor(decodeURIComponent(hash.slice(1))), timings.anchorScrollDelay);
    return () => clearTimeout(timer);
  }, [hash, key]);
}

/** Scrolls to an element, smoothly unless the visitor asked for less motion. */
export function scrollToAnchor(id: string): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
}
