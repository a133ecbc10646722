/** A media query that never matches. */
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

const styleId = 'no-animations';

/** Animations never end in jsdom, so elements that wait for their end would never be removed. */
function stopAnimations(): void {
  if (document.getElementById(styleId)) return;
  const style = document.createElement('style');
  style.id = styleId;
  style.textContent = '*, *::before, *::after { animation: none !important; transition: none !important; }';
  document.head.append(style);
}

/** Adds the browser APIs that components use and jsdom lacks. Existing ones are not replaced. */
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
