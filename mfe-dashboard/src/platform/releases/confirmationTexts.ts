import { t } from '@lingui/core/macro';
import type { ReleaseAction } from '@masomo/data/platform/releaseApi';

/** Actions behind a confirmation dialog; a canary has a form of its own. */
export type ConfirmedAction = Exclude<ReleaseAction, { action: 'canary' }>;

/** Texts of the confirmation, in terms of what changes for visitors. */
export function confirmationTexts(request: ConfirmedAction): { title: string; body: string; confirm: string } {
  switch (request.action) {
    case 'rollback':
      return {
        title: t`Roll back ${request.app}?`,
        body: t`Within a second, everyone gets the version that was live before ${request.abandon}. The version stays published and can be made live again.`,
        confirm: t`Roll back`,
      };
    case 'promote':
      return {
        title: t`Make ${request.version} live?`,
        body: t`Everyone gets ${request.app} ${request.version}. It is refused if it does not fit the other live versions.`,
        confirm: t`Make live`,
      };
    case 'end-canary':
      return { title: t`End the trial of ${request.app}?`, body: t`Everyone gets the live version again.`, confirm: t`End trial` };
  }
}
