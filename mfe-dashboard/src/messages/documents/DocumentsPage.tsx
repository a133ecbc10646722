import { useState } from 'react';
import { getClient, useIsAllowed, useSession } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { documentKeys, listDocuments, type DocumentFilter, type SchoolDocument } from '@masomo/data/messages/documents';
import { formatNumber } from '@masomo/domain/number';
import { roleLabels } from '@masomo/domain/roles';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, HStack, SegmentedToggle, Text } from '@masomo/design-system';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../../shared/lists/ListScreen.tsx';
import { ChangeDocumentDialog, NewDocumentDialog } from './DocumentDialog.tsx';
import { createDownloadUrl, deleteDocument } from '@masomo/data/messages/documentFiles';

type OpenDialog = { kind: 'new' } | { kind: 'change' | 'remove'; document: SchoolDocument };

const aboutOptions = [
  { value: '', label: 'All' },
  { value: 'everybody', label: 'For everybody' },
  { value: 'student', label: 'About a student' },
] as const;

export function DocumentsPage() {
  const { user } = useSession();
  const canShare = useIsAllowed('document:share');
  const canManageAll = useIsAllowed('document:manage');
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [about, setAbout] = useState<DocumentFilter['about']>('');
  const close = () => setOpenDialog(undefined);
  const download = useCommand(async (_, document: SchoolDocument) => createDownloadUrl(await getClient(), document), {
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toaster.error({ title: 'The document could not be opened', description: error.userMessage }),
  });
  const remove = useCommand(async (_, id: string) => deleteDocument(await getClient(), id), {
    invalidates: ['documents'],
    onSuccess: () => {
      toaster.success({ title: 'Document removed' });
      close();
    },
  });
  const canManage = (document: SchoolDocument) => canManageAll || (canShare && document.uploadedBy === user?.id);
  const columns: DataTableColumn<SchoolDocument>[] = [
    {
      id: 'title',
      header: 'Document',
      sortable: true,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.title}</Text>
          {row.student && (
            <Text fontSize="sm" color="fg.muted">
              About {row.student}
            </Text>
          )}
        </Box>
      ),
    },
    ...(canShare
      ? [{ id: 'audience', header: 'For', cell: (row: SchoolDocument) => row.audience.map((role) => roleLabels[role]).join(', ') }]
      : []),
    { id: 'file_size', header: 'Size', sortable: true, align: 'end', noWrap: true, cell: (row) => formatFileSize(row.size) },
    { id: 'created_at', header: 'Shared', sortable: true, noWrap: true, cell: (row) => formatDate(row.createdAt) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack gap="1" justify="flex-end">
          <Button
            size="xs"
            variant="outline"
            aria-label={`Download ${row.title}`}
            disabled={download.isRunning}
            onClick={() => void download.run(row)}
          >
            Download
          </Button>
          {canManage(row) && (
            <Button
              size="xs"
              variant="ghost"
              aria-label={`Edit ${row.title}`}
              onClick={() => setOpenDialog({ kind: 'change', document: row })}
            >
              Edit
            </Button>
          )}
          {canManage(row) && (
            <Button
              size="xs"
              variant="ghost"
              aria-label={`Remove ${row.title}`}
              onClick={() => setOpenDialog({ kind: 'remove', document: row })}
            >
              Remove
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title="Documents"
      description={canShare ? 'Letters, forms and reports for your school.' : 'What your school shares with you.'}
      search="documents"
      columns={columns}
      sort={{ column: 'created_at', descending: true }}
      keyOf={(filter) => documentKeys.list({ ...filter, about })}
      query={(db, filter) => listDocuments(db, { ...filter, about })}
      filterKey={about}
      csv={{
        fileName: 'documents',
        header: ['Document', 'About', 'For', 'Size in bytes', 'Shared'],
        cells: (row) => [row.title, row.student, row.audience.map((role) => roleLabels[role]).join(', '), row.size, row.createdAt],
      }}
      filters={<SegmentedToggle label="Show" options={aboutOptions} value={about} onChange={setAbout} />}
      empty={{
        title: 'No documents yet',
        text: canShare
          ? 'Share the first one: people it is for find it here.'
          : 'Letters, reports and forms appear here when the school shares them.',
      }}
      actions={
        canShare && user?.schoolId ? (
          <Button size="sm" onClick={() => setOpenDialog({ kind: 'new' })}>
            Share a document
          </Button>
        ) : null
      }
    >
      {openDialog?.kind === 'new' && user?.schoolId && <NewDocumentDialog schoolId={user.schoolId} onClose={close} />}
      {openDialog?.kind === 'change' && <ChangeDocumentDialog document={openDialog.document} onClose={close} />}
      <ConfirmDialog
        isOpen={openDialog?.kind === 'remove'}
        title={openDialog?.kind === 'remove' ? `Remove ${openDialog.document.title}?` : ''}
        body={remove.error?.userMessage ?? 'Nobody can open it any more. It cannot be brought back.'}
        confirmLabel="Remove"
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => openDialog?.kind === 'remove' && void remove.run(openDialog.document.id)}
        onClose={close}
      />
    </ListScreen>
  );
}

function formatFileSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
