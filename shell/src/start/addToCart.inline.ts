import type { CartLine } from '@masomo/domain/cart';

/**
 * Runs inline in the head of every document: stores what a pressed button adds to the cart (its value) while the page's scripts are
 * still on their way, as the store itself does afterwards. Only its text is used, so it knows nothing but its arguments.
 */
export function addToCart(cartKey: string, orderKey: string, maxQuantity: number, newId: () => string): void {
  const add = (event: Event) => {
    const button = (event.target as Element).closest?.<HTMLButtonElement>('[data-prerendered] [name=adds]');
    if (!button) return;
    // Only without scripts is it posted.
    event.preventDefault();
    try {
      const [added] = (JSON.parse(button.value) as { lines: [CartLine] }).lines;
      const cart = JSON.parse(localStorage.getItem(cartKey) ?? '{"version":1,"lines":[]}') as { lines: CartLine[] };
      const line = cart.lines.find(({ addonId }) => addonId === added.addonId);
      if (line) Object.assign(line, added, { quantity: Math.min(line.quantity + 1, maxQuantity) });
      else cart.lines.push(added);
      localStorage.setItem(cartKey, JSON.stringify(cart));
      if (!localStorage.getItem(orderKey)) localStorage.setItem(orderKey, newId());
      button.dataset['added'] = '';
    } catch {
      // Without storage the press waits for the store.
      if (!button.hasAttribute('data-native')) return;
      button.removeAttribute('data-native');
      setTimeout(() => button.click());
    }
  };
  // In the capturing phase, as `captureEvents` keeps events from the page.
  addEventListener('click', add, true);
}
