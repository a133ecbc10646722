import { t } from '@lingui/core/macro';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import type { ReleaseEvent } from '@masomo/data/platform/releaseApi';

const actionTexts: Record<ReleaseEvent['action'], (version: string) => string> = {
  promote: (version) => t`Made ${version} live`,
  rollback: (version) => t`Rolled back to ${version}`,
  canary: (version) => t`Started trial of ${version}`,
  'end-canary': (version) => t`Ended trial, back to ${version}`,
};

const columns: DataTableColumn<ReleaseEvent>[] = [
  { id: 'at', header: t`Date`, noWrap: true, cell: (event) => formatDateTimeWithSeconds(event.at) },
  { id: 'by', header: t`User`, cell: (event) => event.by },
  { id: 'app', header: t`App`, cell: (event) => event.app },
  {
    id: 'what',
    header: t`Action`,
    cell: (event) => (
      <Box>
        <Text>{actionTexts[event.action](event.version)}</Text>
        {(event.reason ?? event.from) && (
          <Text fontSize="sm" color="fg.muted">
            {event.reason ?? t`Previously ${event.from ?? ''}`}
          </Text>
        )}
      </Box>
    ),
  },
  { id: 'revision', header: t`Revision`, align: 'end', cell: (event) => event.revision },
];

export function HistoryTable({ events }: { events: readonly ReleaseEvent[] | undefined }) {
  return (
    <RecordList
      label={t`History`}
      columns={columns}
      rows={events}
      pageSize={10}
      rowId={(event) => `${event.revision} ${event.app}`}
      empty={{ title: t`No releases yet`, text: t`Every release and rollback appears here.` }}
    />
  );
}
