import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Box } from '@masomo/design-system';
import { StudentCard } from './StudentCard.tsx';

/** How far below the window the cards are when they ask for their data. */
const nearMargin = '300px';
/** What nobody scrolled to is loaded then, so that it can be searched for and printed. */
const loadAfterMs = 5_000;

const canObserve = () => typeof IntersectionObserver !== 'undefined';
const pending = { data: undefined, error: undefined, reload: async () => undefined };

type LaterCardsProps = { /** Title of the first one. */ title: string; children: ReactNode };

/** Cards below the first screen: their code is loaded, and they read their data, near the window, or a while after the first screen. */
export function LaterCards({ title, children }: LaterCardsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [areDue, setAreDue] = useState(() => !canObserve());
  useEffect(() => {
    if (areDue || !place.current) return undefined;
    const load = () => setAreDue(true);
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(), {
      rootMargin: nearMargin,
    });
    observer.observe(place.current);
    const timer = setTimeout(load, loadAfterMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [areDue]);
  const waiting = (
    <Box ref={place} minH={{ base: '100dvh', lg: '0' }}>
      <StudentCard id="later" title={title} query={pending}>
        {() => null}
      </StudentCard>
    </Box>
  );
  return areDue ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
