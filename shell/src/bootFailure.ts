import { documentIds } from '@masomo/contracts/document';
import type { ShellError } from './remotes/shellErrors.ts';

/** Says in plain markup that the page could not start: the design system may be what is missing. */
export function showBootFailure(error: ShellError): void {
  const root = document.getElementById(documentIds.root);
  // A prerendered page can still be read: it stays.
  if (!root || root.dataset['prerendered'] !== undefined) return;
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  const words = document.createElement('p');
  words.textContent = `${error.sentence} Check your connection and try again. (${error.number})`;
  const retry = document.createElement('button');
  retry.textContent = 'Try again';
  retry.addEventListener('click', () => location.reload());
  box.append(words, retry);
  root.replaceChildren(box);
}
