import { useEffect } from 'react';

/** While the command menu loads: takes what is typed into it, which would otherwise go to the page behind it and be lost. */
export function EarlyTyping({ onText, onClose }: { onText: (change: (text: string) => string) => void; onClose: () => void }) {
  useEffect(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const onKeyDown = (event: KeyboardEvent) => {
      // Who goes on in a field types there.
      if (event.ctrlKey || event.metaKey || event.altKey || document.activeElement !== document.body) return;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') onText((text) => text.slice(0, -1));
      else if (event.key.length === 1) onText((text) => text + event.key);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onText, onClose]);
  return null;
}
