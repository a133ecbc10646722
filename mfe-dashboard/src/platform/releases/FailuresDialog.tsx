import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listReleaseFailures, releaseKeys, type ReleaseFailure } from '@masomo/data/platform/releases';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, EmptyState, ErrorState, Text } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import type { VersionRow } from './versionRows.ts';

const pageSize = 10;

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
  const [page, setPage] = useState(0);
  const { data, error, isLoading, reload } = useQuery(releaseKeys.failures(app, version, page), (db) =>
    listReleaseFailures(db, { app, version, page, pageSize }),
  );
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
              {error ? (
                <ErrorState error={error} onRetry={reload} />
              ) : (
                <DataTable
                  label={t`Failures`}
                  columns={columns}
                  rows={data?.rows}
                  rowId={({ id }) => String(id)}
                  rowLabel={({ number, at }) => `${number}, ${formatDateTimeWithSeconds(at)}`}
                  total={data?.total ?? 0}
                  page={page}
                  pageSize={pageSize}
                  onPageChange={setPage}
                  isLoading={isLoading}
                  empty={
                    <EmptyState title={t`No reports left`}>
                      <Trans>Reports are kept for 14 days.</Trans>
                    </EmptyState>
                  }
                />
              )}
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
