/**
 * Runs inline in the head of every document: marks it with the visitor's currency, which decides which of its prices are shown, and
 * follows and stores the choice of another. Only its text is used, so it knows nothing but its arguments.
 */
export function followCurrency(key: string): void {
  const { dataset } = document.documentElement;
  try {
    dataset['currency'] = localStorage.getItem(key) ?? '';
  } catch {
    /* A browser that refuses storage has no choice stored. */
  }
  addEventListener('change', ({ target }) => {
    const { name, type, value } = target as HTMLInputElement;
    if (type !== 'radio' || name !== 'currency') return;
    dataset['currency'] = value;
    try {
      localStorage.setItem(key, value);
    } catch {
      /* The choice then lasts as long as the page. */
    }
  });
  addEventListener('DOMContentLoaded', () => {
    const chosen = document.querySelector<HTMLInputElement>(`[name=currency][value="${dataset['currency']}"]`);
    if (chosen) chosen.checked = true;
  });
}
