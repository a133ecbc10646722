import { useState } from 'react';

const kept = 'masomo-page-preview';

function read(): boolean {
  try {
    return localStorage.getItem(kept) === 'open';
  } catch {
    return false;
  }
}

/** Whether the preview stands beside the editor; this browser remembers it. */
export function usePreviewChoice(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(read);
  function toggle() {
    setIsOpen(!isOpen);
    try {
      localStorage.setItem(kept, isOpen ? 'closed' : 'open');
    } catch {
      // A browser that keeps nothing asks anew next time.
    }
  }
  return { isOpen, toggle };
}
