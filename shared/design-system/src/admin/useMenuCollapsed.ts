import { useState } from 'react';

const key = 'menu-folded';

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    // Refused storage: the menu is open.
    return false;
  }
}

/** Whether the side menu is folded to its icons; remembered in this browser. */
export function useMenuCollapsed() {
  const [isCollapsed, setIsCollapsed] = useState(read);
  const setCollapsed = (next: boolean) => {
    setIsCollapsed(next);
    try {
      localStorage.setItem(key, next ? 'yes' : 'no');
    } catch {
      // The choice then lasts for this page.
    }
  };
  return { isCollapsed, setCollapsed };
}
