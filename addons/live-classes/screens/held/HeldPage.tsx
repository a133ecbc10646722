import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatDateTime } from '@masomo/domain/time';
import { Box, ButtonLink, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useSearchParams } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { listHeld, liveKeys, type Meeting } from '../../data/live.ts';
import { LiveNav } from '../shared/LiveNav.tsx';
import { liveHome } from '../shared/liveHome.ts';
import { providerNames, timesOf, titleOf } from '../shared/liveTexts.ts';
import { MeetingPage } from './MeetingPage.tsx';

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
    id: 'report',
    header: t`Report`,
    cell: ({ collectedAt }) => (collectedAt ? formatDateTime(collectedAt) : <Text color="fg.muted">{t`Not here yet`}</Text>),
  },
  {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (row) => (
      <ButtonLink size="xs" variant="outline" to={`${liveHome}/held?meeting=${row.id}`} aria-label={t`Who came to ${titleOf(row)}`}>
        <Trans>Who came</Trans>
      </ButtonLink>
    ),
  },
];

/** The live classes that have been, or one of them: who came, and what was recorded. */
export function HeldPage() {
  const meeting = useSearchParams()[0].get('meeting');
  if (meeting) return <MeetingPage id={meeting} />;
  return (
    <ListScreen
      title={t`Live classes held`}
      description={t`Who came to each live class, and what was recorded.`}
      intro={<LiveNav current="/held" />}
      columns={columns}
      pageSize={25}
      keyOf={liveKeys.held}
      query={listHeld}
      live={['live_meetings']}
      rowLabel={titleOf}
      empty={{
        title: t`No live class has been held yet`,
        text: t`After a lesson, its students, their minutes and its recordings are here. Its marks go to the register once you confirm them.`,
      }}
    />
  );
}
