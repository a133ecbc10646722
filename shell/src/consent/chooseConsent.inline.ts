/**
 * Runs inline in the head of every document: stores the choice of a pressed button (`data-consent-choice`) and hides the question,
 * before and after the page's scripts have loaded. They learn of it by the event, and record it on the server. Only its text is used.
 */
export function chooseConsent(key: string, recordKey: string, version: number, eventName: string, newId: () => string): void {
  const choose = ({ target }: Event) => {
    const detail = (target as Element).closest?.<HTMLElement>('[data-consent-choice]')?.dataset['consentChoice'];
    if (!detail) return;
    document.documentElement.dataset['consent'] = '';
    try {
      const { visitorId = newId() } = JSON.parse(localStorage.getItem(recordKey) ?? '{}') as { visitorId?: string };
      localStorage.setItem(recordKey, JSON.stringify({ visitorId, version, isRecorded: false }));
      localStorage.setItem(key, detail);
    } catch {
      /* A browser that refuses storage asks again at the next visit. */
    }
    dispatchEvent(new CustomEvent(eventName, { detail }));
  };
  // In the capturing phase, as `captureEvents` keeps events from the page.
  addEventListener('click', choose, true);
}
