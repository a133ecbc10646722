import { t } from '@lingui/core/macro';
import { documentIds } from '@masomo/contracts/document';
import type { ShellError } from './remotes/shellErrors.ts';

/** Shows in plain markup that the page could not start: the design system may be what failed to load. */
export function showBootFailure(error: ShellError): void {
  const root = document.getElementById(documentIds.root);
  // A prerendered page can still be read.
  if (!root || root.dataset['prerendered'] !== undefined) return;
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  const message = document.createElement('p');
  message.textContent = t`${error.sentence} Check your connection and try again. (${error.number})`;
  const retry = document.createElement('button');
  retry.textContent = t`Try again`;
  retry.addEventListener('click', () => location.reload());
  box.append(message, retry);
  root.replaceChildren(box);
}
