import { t } from '@lingui/core/macro';
import { failureMessage, useCommand } from '@masomo/data';
import { toaster } from '@masomo/design-system';
import { joinMeeting } from '../../data/liveCommands.ts';

/** Takes a student into a live class: notes who came, then leaves for the meeting. */
export function useJoin() {
  return useCommand(joinMeeting, {
    onSuccess: (url) => window.location.assign(url),
    onError: (failure) => toaster.error(failureMessage(failure, t`You are not in the live class`)),
  });
}
