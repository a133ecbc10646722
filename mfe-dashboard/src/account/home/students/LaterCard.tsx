import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Box } from '@masomo/design-system';
import { StudentCard } from './StudentCard.tsx';

/** How far below the window a card is when it asks for its data. */
const nearMargin = '300px';
/** What nobody scrolled to is loaded then, so that it can be searched for and printed. */
const loadAfterMs = 5_000;

const canObserve = () => typeof IntersectionObserver !== 'undefined';
const pending = { data: undefined, error: undefined, reload: async () => undefined };

/** A card below the first screen: its content is rendered, and reads its data, when it is near the window, or a while after the first screen. */
export function LaterCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDue, setIsDue] = useState(() => !canObserve());
  useEffect(() => {
    if (isDue || !place.current) return undefined;
    const load = () => setIsDue(true);
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(), {
      rootMargin: nearMargin,
    });
    observer.observe(place.current);
    const timer = setTimeout(load, loadAfterMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isDue]);
  return isDue ? (
    children
  ) : (
    <Box ref={place}>
      <StudentCard id={id} title={title} query={pending}>
        {() => null}
      </StudentCard>
    </Box>
  );
}
