import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { Button, toaster } from '@masomo/design-system';
import type { Meeting } from '../../data/live.ts';
import { isOpen } from './liveHome.ts';
import { titleOf } from './liveTexts.ts';
import { startMeeting } from './serverActions.ts';
import { useNow } from './useNow.ts';

/** For the teacher of the lesson, from ten minutes before it starts. */
export function StartButton({ meeting }: { meeting: Meeting }) {
  const { user } = useSession();
  const now = useNow();
  const start = useCommand(startMeeting, {
    onSuccess: (url) => window.location.assign(url),
    onError: (failure) => toaster.error(failureMessage(failure, t`The live class was not started`)),
  });
  if (!meeting.isMade || meeting.isCancelled || meeting.teacherId !== user?.id || !isOpen(meeting, now)) return null;
  return (
    <Button size="xs" disabled={start.isRunning} aria-label={t`Start ${titleOf(meeting)}`} onClick={() => void start.run(meeting.id)}>
      <Trans>Start</Trans>
    </Button>
  );
}
