import { useState } from 'react';
import { browserChoice } from '@masomo/domain/browserChoice';

const choice = browserChoice('menu-collapsed');

/** Whether the side menu is collapsed to its icons; remembered in this browser. */
export function useMenuCollapsed() {
  const [isCollapsed, setIsCollapsed] = useState(() => choice.read() === 'yes');
  const setCollapsed = (next: boolean) => {
    setIsCollapsed(next);
    choice.keep(next ? 'yes' : 'no');
  };
  return { isCollapsed, setCollapsed };
}
