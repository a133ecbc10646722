import { useState } from 'react';

const storageKey = 'masomo-page-preview';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'open';
  } catch {
    return false;
  }
}

/** Whether the preview stands beside the editor; this browser remembers it. */
export function usePreviewToggle(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(read);
  function toggle() {
    setIsOpen(!isOpen);
    try {
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open');
    } catch {
      // A browser that keeps nothing asks anew next time.
    }
  }
  return { isOpen, toggle };
}
