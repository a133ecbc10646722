import { live } from '@masomo/data';

/** After the screen is there. */
const startAfterMs = 1_500;

/** Opens the stream of changes once something on the page listens; what it needs is loaded then. */
export function startLive(): void {
  let isStarted = false;
  live.provide(() => {
    if (isStarted) return;
    isStarted = true;
    setTimeout(() => {
      import('./followChanges.ts').then(
        ({ followChanges }) => followChanges(),
        () => {
          // The next screen that listens tries again.
          isStarted = false;
        },
      );
    }, startAfterMs);
  });
}
