import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type DataError, failureMessage, useCommand } from '@masomo/data';
import { listMedia, mediaKeys, setMediaActive, type MediaFile, type MediaFilter } from '@masomo/data/site/media';
import { SegmentedToggle, Stack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ListScreen } from '@masomo/remote/ListScreen';
import { copyText } from '@masomo/domain/secureContext';
import { useUnsavedChanges } from '@masomo/navigation';
import { MediaDetailsDialog } from './MediaDetailsDialog.tsx';
import { mediaGrid } from './mediaGrid.tsx';
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
  const [kind, setKind] = useState<MediaFilter['kind']>('all');
  const [view, setView] = useState<(typeof views)[number]['value']>('grid');
  const [detailed, setDetailed] = useState<MediaFile>();
  const [toDelete, setToDelete] = useState<MediaFile>();
  const { add, isSending, ...uploads } = useUploads();
  useUnsavedChanges(isSending);
  const change = useCommand(setMediaActive, { invalidates: ['media'], onError: reportFailure, onSuccess: () => setToDelete(undefined) });
  const actions = {
    onCopy: (file: MediaFile) => void copyLink(file),
    onDescribe: setDetailed,
    onDelete: setToDelete,
    onRestore: ({ id }: MediaFile) => void change.run({ id, isActive: true }),
  };
  return (
    <ListScreen
      title={t`Media`}
      description={t`Images and documents for the public site.`}
      actions={<UploadButton onFiles={add} />}
      intro={<UploadList {...uploads} />}
      search={t`Search media`}
      searchHint={t`Search name or alt text`}
      filters={
        <>
          <FilterSelect
            label={t`File type`}
            options={kinds}
            value={kind}
            onValueChange={(chosen) => setKind(kinds.find(({ value }) => value === chosen)?.value ?? 'all')}
          />
          <SegmentedToggle label={t({ message: 'View', context: 'noun' })} options={views} value={view} onChange={setView} />
        </>
      }
      filterKey={kind === 'all' ? '' : kind}
      columns={mediaColumns(actions)}
      {...(view === 'grid' ? { layout: mediaGrid(actions) } : {})}
      pageSize={24}
      keyOf={(filter) => mediaKeys.list({ ...filter, kind })}
      query={(db, filter) => listMedia(db, { ...filter, kind })}
      onLoadError={(failure) => console.error('The media library could not be read', failure)}
      empty={{ title: t`No media files found`, text: t`Upload the first image or document.` }}
      noMatches={{ title: t`No media files found`, text: t`Try another search or file type.` }}
    >
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
    </ListScreen>
  );
}
