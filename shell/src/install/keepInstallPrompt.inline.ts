/** Runs inline in the head of every document: keeps the browser's install prompt, which comes once and may come before the page has started. */
export function keepInstallPrompt(name: string): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    Object.assign(window, { [name]: event });
  });
}
