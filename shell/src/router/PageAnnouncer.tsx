import { useEffect, useState } from 'react';
import { VisuallyHidden } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';

/** Screens set their title a moment after they appear. */
const titleDelayMs = 600;

/** Announces the title of the new page to screen readers. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [message, setMessage] = useState('');
  useEffect(() => {
    // The browser itself announces the first page.
    if (pathname === first && message === '') return undefined;
    const timer = setTimeout(() => setMessage(document.title), titleDelayMs);
    return () => clearTimeout(timer);
    // This effect writes the message.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, first]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {message}
    </VisuallyHidden>
  );
}
