import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand, useQuery } from '@masomo/data';
import { listMedia, mediaKeys, setMediaActive, type MediaFile, type MediaFilter } from '@masomo/data/site/media';
import { Box, EmptyState, SegmentedToggle, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SearchInput, SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DataTable } from '@masomo/design-system/tables';
import { copyText } from '@masomo/domain/secureFeatures';
import { useUnsavedChanges } from '@masomo/navigation';
import { useListParams } from '../shared/useListParams.ts';
import { MediaDetailsDialog } from './MediaDetailsDialog.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { mediaColumns } from './mediaColumns.tsx';
import { MediaUses } from './MediaUses.tsx';
import { publicUrl } from './publicUrl.ts';
import { UploadButton } from './UploadButton.tsx';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

const kinds = [
  { value: 'all', label: t`All files` },
  { value: 'images', label: t`Images` },
  { value: 'documents', label: t`Documents` },
  { value: 'deleted', label: t`Deleted` },
] as const;
const views = [
  { value: 'grid', label: t`Grid` },
  { value: 'list', label: t`List` },
] as const;

async function copyLink(file: MediaFile) {
  try {
    await copyText(publicUrl(file.filePath));
    toaster.success({ title: t`Link copied` });
  } catch {
    toaster.error({ title: t`The link could not be copied`, description: publicUrl(file.filePath) });
  }
}

function reportFailure(failure: DataError) {
  console.error('The media library could not be changed', failure);
  toaster.error(failureMessage(failure, t`The file was not changed`));
}

/** The media library: find, upload, describe, link, delete and restore files. */
export function MediaPage() {
  const params = useListParams();
  const [filter, setFilter] = useState<MediaFilter>({ search: params.search, kind: 'all', page: 0, pageSize: 24 });
  const [view, setView] = useState<(typeof views)[number]['value']>('grid');
  const [detailed, setDetailed] = useState<MediaFile>();
  const [toDelete, setToDelete] = useState<MediaFile>();
  const { add, isSending, ...uploads } = useUploads();
  useUnsavedChanges(isSending);
  const { data, error, isLoading, reload } = useQuery(mediaKeys.list(filter), (db) => listMedia(db, filter), {
    keepPreviousData: true,
    onError: (failure) => console.error('The media library could not be read', failure),
  });
  const change = useCommand(setMediaActive, { invalidates: ['media'], onError: reportFailure, onSuccess: () => setToDelete(undefined) });
  const applyFilter = (part: Partial<MediaFilter>) => setFilter({ ...filter, page: 0, ...part });
  const actions = {
    onCopy: (file: MediaFile) => void copyLink(file),
    onDescribe: setDetailed,
    onDelete: setToDelete,
    onRestore: ({ id }: MediaFile) => void change.run({ id, isActive: true }),
  };
  const list = {
    rows: data?.rows,
    total: data?.total ?? 0,
    page: filter.page,
    pageSize: filter.pageSize,
    onPageChange: (page: number) => setFilter({ ...filter, page }),
    isLoading,
    error,
    onRetry: reload,
    empty: (
      <EmptyState title={t`No media files found`}>
        {filter.search || filter.kind !== 'all' ? t`Try another search or file type.` : t`Upload the first image or document.`}
      </EmptyState>
    ),
  };
  return (
    <>
      <PageHeader title={t`Media`} description={t`Images and documents for the public site.`} actions={<UploadButton onFiles={add} />} />
      <UploadList {...uploads} />
      <Toolbar>
        <SearchInput
          label={t`Search media`}
          placeholder={t`Search name or alt text`}
          value={filter.search}
          onValueChange={(search) => applyFilter({ search })}
        />
        <Box w="44">
          <SelectField
            label={t`File type`}
            options={kinds}
            value={filter.kind}
            onChange={(event) => applyFilter({ kind: kinds.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all' })}
          />
        </Box>
        <SegmentedToggle label={t({ message: 'View', context: 'noun' })} options={views} value={view} onChange={setView} />
      </Toolbar>
      {view === 'grid' ? (
        <MediaGrid {...list} {...actions} />
      ) : (
        <DataTable {...list} label={t`Media`} columns={mediaColumns(actions)} rowId={(file) => file.id} />
      )}
      {detailed && <MediaDetailsDialog file={detailed} onClose={() => setDetailed(undefined)} />}
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title={t`Are you sure you want to delete this file?`}
        body={
          toDelete && (
            <Stack gap="3">
              <Text>
                <Trans>Visitors can no longer open “{toDelete.name}”. You can restore it from the deleted files.</Trans>
              </Text>
              <MediaUses file={toDelete} />
            </Stack>
          )
        }
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={change.isRunning}
        onConfirm={() => toDelete && void change.run({ id: toDelete.id, isActive: false })}
        onClose={() => setToDelete(undefined)}
      />
    </>
  );
}
