import { nextTask } from './start/nextTask.ts';

/**
 * Loads the application. On a page that is on the screen already, first the modules that take longest to run, each in a task of its own,
 * so that a press is answered in between.
 */
async function load(): Promise<void> {
  if (document.querySelector('[data-prerendered]')) {
    for (const run of [
      () => import('react-dom/client'),
      () => import('@masomo/i18n'),
      () => import('@masomo/data'),
      () => import('@masomo/navigation'),
      () => import('@masomo/auth'),
      () => import('@masomo/design-system/theme/brand'),
      () => import('@masomo/design-system/theme/system'),
      () => import('@masomo/design-system'),
      () => import('@masomo/remote'),
    ]) {
      await run();
      await nextTask();
    }
  }
  // Module Federation needs an async boundary to resolve shared modules before anything imports them.
  await import('./bootstrap.tsx');
}

void load();
