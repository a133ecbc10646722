import type { ReleaseAction } from './releaseDoor.ts';

/** What is confirmed with a question; a trial is asked for with a form. */
export type ConfirmedAction = Exclude<ReleaseAction, { action: 'canary' }>;

/** What is asked before an action, in the words of what happens to visitors. */
export function confirmationTexts(asked: ConfirmedAction): { title: string; body: string; confirm: string } {
  switch (asked.action) {
    case 'rollback':
      return {
        title: `Roll ${asked.app} back?`,
        body: `Everybody gets the version that was live before ${asked.abandon}, within a second. The version stays published and can be made live again.`,
        confirm: 'Roll back',
      };
    case 'promote':
      return {
        title: `Make ${asked.version} live?`,
        body: `Everybody gets ${asked.app} ${asked.version}. It is refused if it does not fit what else is live.`,
        confirm: 'Make live',
      };
    case 'end-canary':
      return { title: `End the trial of ${asked.app}?`, body: 'Everybody gets the live version again.', confirm: 'End the trial' };
  }
}
