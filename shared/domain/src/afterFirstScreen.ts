import { isNetworkSlow } from './slowNetwork.ts';

/** The data of a first screen is on its way for so long on a slow network. */
const firstScreenMs = 4_000;

/**
 * Runs what a screen can do without when it opens: on a slow network after its data, with which it would share the line, else at once.
 * Returns how to cancel it.
 */
export function afterFirstScreen(task: () => void): () => void {
  if (!isNetworkSlow()) {
    task();
    return () => undefined;
  }
  const timer = setTimeout(task, firstScreenMs);
  return () => clearTimeout(timer);
}
