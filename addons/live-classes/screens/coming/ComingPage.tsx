import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { Badge, Box, Button, ButtonLink, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { listComing, liveKeys, type Meeting } from '../../data/live.ts';
import { cancelMeeting } from '../../data/liveCommands.ts';
import { LiveNav } from '../shared/LiveNav.tsx';
import { liveFeature, liveHome } from '../shared/liveHome.ts';
import { providerNames, stateOf, timesOf, titleOf } from '../shared/liveTexts.ts';
import { StartButton } from '../shared/StartButton.tsx';
import { useNow } from '../shared/useNow.ts';
import { MoveDialog } from './MoveDialog.tsx';

/** The live classes of the next seven days: where each stands, and how to start, move or cancel it. */
export function ComingPage() {
  const canSet = useIsAllowed('live-classes:set-up');
  const { isReadOnly } = useModule(liveFeature);
  const now = useNow();
  const [moved, setMoved] = useState<Meeting>();
  const { data: meetings, error, reload } = useQuery(liveKeys.coming(), (db) => listComing(db), { live: ['live_meetings'] });
  const cancel = useCommand(cancelMeeting, {
    invalidates: ['live-classes'],
    onSuccess: () => toaster.success({ title: t`Live class cancelled` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The live class was not cancelled`)),
  });
  const canChange = (meeting: Meeting) => !isReadOnly && !meeting.isCancelled && Date.parse(meeting.startsAt) > now;
  const columns: DataTableColumn<Meeting>[] = [
    { id: 'when', header: t`When`, noWrap: true, cell: (row) => timesOf(row) },
    {
      id: 'lesson',
      header: t`Lesson`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{titleOf(row)}</Text>
          <Text fontSize="sm" color="fg.muted">
            {[row.teacher, providerNames[row.provider]].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ),
    },
    {
      id: 'state',
      header: t`State`,
      cell: (row) => {
        const { text, palette } = stateOf(row);
        return (
          <Badge colorPalette={palette} whiteSpace="normal">
            {text}
          </Badge>
        );
      },
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack gap="1" justify="flex-end" wrap="wrap">
          {!isReadOnly && <StartButton meeting={row} />}
          {canChange(row) && (
            <>
              <Button size="xs" variant="outline" aria-label={t`Move ${titleOf(row)}`} onClick={() => setMoved(row)}>
                <Trans>Move</Trans>
              </Button>
              <Button
                size="xs"
                variant="ghost"
                aria-label={t`Cancel ${titleOf(row)}`}
                disabled={cancel.isRunning}
                onClick={() => void cancel.run(row.id)}
              >
                <Trans>Cancel</Trans>
              </Button>
            </>
          )}
          {Date.parse(row.startsAt) <= now && !row.isCancelled && (
            <ButtonLink size="xs" variant="outline" to={`${liveHome}/held?meeting=${row.id}`} aria-label={t`Who came to ${titleOf(row)}`}>
              <Trans>Who came</Trans>
            </ButtonLink>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t`Live classes`}
        description={t`A meeting for each lesson that is held live, a week ahead. Moved and cancelled lessons follow by themselves.`}
      />
      <LiveNav current="" />
      <RecordList
        label={t`Live classes`}
        columns={columns}
        rows={meetings}
        error={error}
        onRetry={reload}
        rowLabel={titleOf}
        empty={{
          title: t`No live class in the next seven days`,
          text: canSet
            ? t`Connect Zoom, or have teachers connect Google, then choose the lessons of the timetable that are held live. Their meetings appear here.`
            : t`Connect your account. Once an administrator has chosen lessons of yours, their meetings appear here.`,
          action: <ButtonLink to={`${liveHome}/${canSet ? 'lessons' : 'accounts'}`}>{canSet ? t`Choose lessons` : t`Accounts`}</ButtonLink>,
        }}
      />
      {moved && <MoveDialog meeting={moved} onClose={() => setMoved(undefined)} />}
    </>
  );
}
