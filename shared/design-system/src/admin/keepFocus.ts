/** A dialog that closes, and a list that is read again, put the focus somewhere themselves. */
const graceMs = 100;

/**
 * Until the signal: a control that is removed, as by a form that has done its work, or disabled while something runs, takes the focus with it,
 * and a keyboard or a screen reader would begin again at the top. The focus then goes to the nearest part that is still there, at last to the
 * screen's content, and back to what is enabled again.
 */
export function keepFocus(signal: AbortSignal): void {
  if (signal.aborted) return;
  let path: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => path.length > 0 && document.activeElement === document.body;
  const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled');

  function restore(): void {
    timer = undefined;
    const [focused] = path;
    if (!focused || !isLost()) return;
    if (focused.isConnected) {
      if (isUsable(focused)) focused.focus({ preventScroll: true });
      return;
    }
    const left = path.find((part) => part.isConnected) ?? document.getElementById('main');
    if (!left) return;
    if (!left.hasAttribute('tabindex')) {
      left.tabIndex = -1;
      left.addEventListener('blur', () => left.removeAttribute('tabindex'), { once: true });
    }
    left.focus({ preventScroll: true });
  }
  const observer = new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(restore, graceMs);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });

  const isBelowBody = (element: Element | null): element is HTMLElement => element instanceof HTMLElement && element !== document.body;
  document.addEventListener(
    'focusin',
    ({ target }) => {
      path = [];
      for (let part = target as Element | null; isBelowBody(part); part = part.parentElement) path.push(part);
    },
    { signal },
  );
  document.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget) return;
      // Who presses beside everything wants the focus nowhere.
      queueMicrotask(() => {
        if (target === path[0] && path[0] && isUsable(path[0])) path = [];
      });
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}
