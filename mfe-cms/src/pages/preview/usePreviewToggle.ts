import { useState } from 'react';

const storageKey = 'masomo-page-preview';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'open';
  } catch {
    return false;
  }
}

/** Whether the preview is open beside the editor; remembered in this browser. */
export function usePreviewToggle(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(read);
  function toggle() {
    setIsOpen(!isOpen);
    try {
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open');
    } catch {
      // Storage is blocked: the choice lasts for this visit.
    }
  }
  return { isOpen, toggle };
}
