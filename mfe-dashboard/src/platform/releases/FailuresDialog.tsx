import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { listReleaseFailures, releaseKeys, type ReleaseFailure } from '@masomo/data/platform/releases';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Text } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import type { VersionRow } from './versionRows.ts';

/** A failure often needs two versions together, so all that ran in the tab are listed. */
function RunningVersions({ versions }: Pick<ReleaseFailure, 'versions'>) {
  return (
    <Box as="details" fontSize="sm" mt="1">
      <Box as="summary" cursor="pointer" color="fg.muted">
        <Plural value={Object.keys(versions).length} one="# app version" other="# app versions" />
      </Box>
      <Box as="ul" listStyleType="none" fontFamily="mono" mt="1">
        {Object.entries(versions).map(([part, version]) => (
          <li key={part}>
            {part} {version}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const columns: DataTableColumn<ReleaseFailure>[] = [
  { id: 'at', header: t`Date`, noWrap: true, cell: ({ at }) => formatDateTimeWithSeconds(at) },
  {
    id: 'what',
    header: t`Failure`,
    cell: ({ number, detail, versions }) => (
      <Box>
        <Text fontWeight="600">{number}</Text>
        {detail && (
          <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
            {detail}
          </Text>
        )}
        <RunningVersions versions={versions} />
      </Box>
    ),
  },
  { id: 'path', header: t`Page`, cell: ({ path }) => <Text overflowWrap="anywhere">{path}</Text> },
];

export function FailuresDialog({ row: { app, version }, onClose }: { row: VersionRow; onClose: () => void }) {
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      size="xl"
      scrollBehavior="inside"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header pe="12">
              <Dialog.Title>
                <Trans>
                  Failures of {app} {version}
                </Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pb="6">
              <RecordList
                label={t`Failures`}
                columns={columns}
                pageSize={10}
                keyOf={({ page }) => releaseKeys.failures(app, version, page)}
                query={(db, { page, pageSize }) => listReleaseFailures(db, { app, version, page, pageSize })}
                rowLabel={({ number, at }) => `${number}, ${formatDateTimeWithSeconds(at)}`}
                empty={{ title: t`No reports left`, text: t`Reports are kept for 14 days.` }}
              />
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
