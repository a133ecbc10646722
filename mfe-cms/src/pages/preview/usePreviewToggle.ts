import { useCallback, useEffect, useState } from 'react';
import { browserChoice } from '@masomo/domain/browserChoice';

const choice = browserChoice('masomo-page-preview');
/** From this width on there is room for the page beside its editor. */
const wide = '(min-width: 80em)';

/** Whether the preview is shown: beside the editor on a wide screen, where this browser remembers it, else in place of it. */
export function usePreviewToggle(): { isOpen: boolean; show: (isOpen: boolean) => void } {
  const [isOpen, setIsOpen] = useState(() => window.matchMedia(wide).matches && choice.read() !== 'closed');
  useEffect(() => {
    const room = window.matchMedia(wide);
    // On a window that became narrow the preview would take the place of the editor.
    const follow = () => setIsOpen(room.matches && choice.read() !== 'closed');
    room.addEventListener('change', follow);
    return () => room.removeEventListener('change', follow);
  }, []);
  const show = useCallback((next: boolean) => {
    setIsOpen(next);
    if (window.matchMedia(wide).matches) choice.keep(next ? 'open' : 'closed');
  }, []);
  return { isOpen, show };
}
