import { useState } from 'react';

const storageKey = 'menu-collapsed';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes';
  } catch {
    // Storage is blocked: the menu is open.
    return false;
  }
}

/** Whether the side menu is collapsed to its icons; remembered in this browser. */
export function useMenuCollapsed() {
  const [isCollapsed, setIsCollapsed] = useState(read);
  const setCollapsed = (next: boolean) => {
    setIsCollapsed(next);
    try {
      localStorage.setItem(storageKey, next ? 'yes' : 'no');
    } catch {
      // Storage is blocked: the choice lasts for this page.
    }
  };
  return { isCollapsed, setCollapsed };
}
