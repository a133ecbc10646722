import { useCallback, useState } from 'react';

const storageKey = 'masomo-page-preview';
/** From this width on there is room for the page beside its editor. */
const wide = '(min-width: 80em)';

function read(): boolean {
  if (!window.matchMedia(wide).matches) return false;
  try {
    return localStorage.getItem(storageKey) !== 'closed';
  } catch {
    return true;
  }
}

/** Whether the preview is shown: beside the editor on a wide screen, where this browser remembers it, else in place of it. */
export function usePreviewToggle(): { isOpen: boolean; show: (isOpen: boolean) => void } {
  const [isOpen, setIsOpen] = useState(read);
  const show = useCallback((next: boolean) => {
    setIsOpen(next);
    if (!window.matchMedia(wide).matches) return;
    try {
      localStorage.setItem(storageKey, next ? 'open' : 'closed');
    } catch {
      // Storage is blocked: the choice lasts for this visit.
    }
  }, []);
  return { isOpen, show };
}
