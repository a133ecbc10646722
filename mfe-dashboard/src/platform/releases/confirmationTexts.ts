import type { ReleaseAction } from '@masomo/data/platform/releaseApi';

/** Actions behind a confirmation dialog; a canary has a form of its own. */
export type ConfirmedAction = Exclude<ReleaseAction, { action: 'canary' }>;

/** Texts of the confirmation, in terms of what changes for visitors. */
export function confirmationTexts(request: ConfirmedAction): { title: string; body: string; confirm: string } {
  switch (request.action) {
    case 'rollback':
      return {
        title: `Roll ${request.app} back?`,
        body: `Everybody gets the version that was live before ${request.abandon}, within a second. The version stays published and can be made live again.`,
        confirm: 'Roll back',
      };
    case 'promote':
      return {
        title: `Make ${request.version} live?`,
        body: `Everybody gets ${request.app} ${request.version}. It is refused if it does not fit what else is live.`,
        confirm: 'Make live',
      };
    case 'end-canary':
      return { title: `End the trial of ${request.app}?`, body: 'Everybody gets the live version again.', confirm: 'End the trial' };
  }
}
