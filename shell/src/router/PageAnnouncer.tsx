import { useEffect, useState } from 'react';
import { VisuallyHidden } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';

/** Screens set their title when they appear; a moment later it is the new one. */
const titleDelayMs = 600;

/** Tells people who do not see the screen which page they have come to. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [message, setMessage] = useState('');
  useEffect(() => {
    // The browser itself announces the page it opened.
    if (pathname === first && message === '') return undefined;
    const timer = setTimeout(() => setMessage(document.title), titleDelayMs);
    return () => clearTimeout(timer);
    // The message is what this effect writes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, first]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {message}
    </VisuallyHidden>
  );
}
