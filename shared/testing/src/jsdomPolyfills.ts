/** Never changes: a media query that does not match. */
function noMatch(media: string): MediaQueryList {
  const none = () => undefined;
  return {
    media,
    matches: false,
    onchange: null,
    addEventListener: none,
    removeEventListener: none,
    addListener: none,
    removeListener: none,
    dispatchEvent: () => false,
  };
}

class InertResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const stillId = 'no-animations';

/** Animations never end in jsdom, and what waits for their end would never leave. */
function stopAnimations(): void {
  if (document.getElementById(stillId)) return;
  const style = document.createElement('style');
  style.id = stillId;
  style.textContent = '*, *::before, *::after { animation: none !important; transition: none !important; }';
  document.head.append(style);
}

/** What the components use of a browser and jsdom leaves out. Anything jsdom or a test brings itself is left alone. */
export function installJsdomPolyfills(): void {
  if (typeof window === 'undefined') return;
  window.matchMedia ??= noMatch;
  window.ResizeObserver ??= InertResizeObserver;
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.scrollTo ??= () => undefined;
  stopAnimations();
  const dialog = HTMLDialogElement.prototype;
  dialog.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  dialog.close ??= function close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
