/**
 * Runs inline in the head of every document: follows and stores the choice of a currency, which decides which of the page's prices are
 * shown, and shows those of an earlier choice. Only its text is used, so it knows nothing but its arguments.
 */
export function followCurrency(key: string): void {
  const { dataset } = document.documentElement;
  const follow = ({ target }: Event) => {
    const { name, type, value } = target as HTMLInputElement;
    if (type !== 'radio' || name !== 'currency') return;
    dataset['currency'] = value;
    try {
      localStorage.setItem(key, value);
    } catch {
      /* The choice then lasts as long as the page. */
    }
  };
  // In the capturing phase, as `captureEvents` keeps events from the page.
  addEventListener('change', follow, true);
  const showStored = () => {
    try {
      dataset['currency'] = localStorage.getItem(key) ?? '';
    } catch {
      /* A browser that refuses storage has no choice stored. */
    }
    const chosen = document.querySelector<HTMLInputElement>(`[name=currency][value="${dataset['currency']}"]`);
    if (chosen) chosen.checked = true;
  };
  // Reading storage would delay the first paint.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(showStored)));
}
