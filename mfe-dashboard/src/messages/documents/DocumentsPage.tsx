import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient, useIsAllowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { documentKeys, listDocuments, type DocumentFilter, type SchoolDocument } from '@masomo/data/messages/documents';
import { formatNumber } from '@masomo/domain/number';
import { translate } from '@masomo/i18n';
import { roleLabels } from '@masomo/domain/roles';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, EmptyState, HStack, SegmentedToggle, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { ReasonDialog } from '../../shared/ReasonDialog.tsx';
import { ChangeDocumentDialog, NewDocumentDialog } from './DocumentDialog.tsx';
import { createDownloadUrl, deleteDocument } from '@masomo/data/messages/documentFiles';

type OpenDialog = { kind: 'new' } | { kind: 'change' | 'remove'; document: SchoolDocument };

const aboutOptions = [
  { value: '', label: t`All` },
  { value: 'everybody', label: t`Everyone` },
  { value: 'student', label: t`About a student` },
] as const;

/** The documents of the reader's school. People of no school, super admins too, are told so and read nobody's. */
export function DocumentsPage() {
  const { user } = useSession();
  if (user?.schoolId) return <SchoolDocuments schoolId={user.schoolId} userId={user.id} />;
  return (
    <>
      <PageHeader title={t`Documents`} />
      <EmptyState title={t`No documents yet`}>
        <Trans>Documents are shared within a school, and you do not belong to one.</Trans>
      </EmptyState>
    </>
  );
}

function SchoolDocuments({ schoolId, userId }: { schoolId: string; userId: string }) {
  const canShare = useIsAllowed('document:share');
  const canManageAll = useIsAllowed('document:manage');
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [about, setAbout] = useState<DocumentFilter['about']>('');
  const close = () => setOpenDialog(undefined);
  const download = useCommand(async (_, document: SchoolDocument) => createDownloadUrl(await getClient(), document), {
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toaster.error(failureMessage(error, t`The document could not be opened`)),
  });
  const remove = useCommand(
    async (db, document: { id: string; reason: string | null }) => deleteDocument(db, await getClient(), document),
    {
      invalidates: ['documents'],
      onSuccess: () => {
        toaster.success({ title: t`Document removed` });
        close();
      },
    },
  );
  const toRemove = openDialog?.kind === 'remove' ? openDialog.document : undefined;
  const canManage = (document: SchoolDocument) => canManageAll || (canShare && document.uploadedBy === userId);
  const columns: DataTableColumn<SchoolDocument>[] = [
    {
      id: 'title',
      header: t`Document`,
      sortable: true,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.title}</Text>
          {row.student && (
            <Text fontSize="sm" color="fg.muted">
              <Trans>About {row.student}</Trans>
            </Text>
          )}
        </Box>
      ),
    },
    ...(canShare
      ? [
          {
            id: 'audience',
            header: t`For`,
            cell: (row: SchoolDocument) => row.audience.map((role) => translate(roleLabels[role])).join(', '),
          },
        ]
      : []),
    { id: 'file_size', header: t`Size`, sortable: true, align: 'end', noWrap: true, cell: (row) => formatFileSize(row.size) },
    { id: 'created_at', header: t`Shared`, sortable: true, noWrap: true, cell: (row) => formatDate(row.createdAt) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack gap="1" justify="flex-end">
          <Button
            size="xs"
            variant="outline"
            aria-label={t`Download ${row.title}`}
            disabled={download.isRunning}
            onClick={() => void download.run(row)}
          >
            <Trans>Download</Trans>
          </Button>
          {canManage(row) && (
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Edit ${row.title}`}
              onClick={() => setOpenDialog({ kind: 'change', document: row })}
            >
              <Trans>Edit</Trans>
            </Button>
          )}
          {canManage(row) && (
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Remove ${row.title}`}
              onClick={() => setOpenDialog({ kind: 'remove', document: row })}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Documents`}
      description={canShare ? t`Letters, forms and reports for your school.` : t`What your school shares with you.`}
      search={t`Search documents`}
      columns={columns}
      sort={{ column: 'created_at', descending: true }}
      keyOf={(filter) => documentKeys.list({ ...filter, about })}
      live={['documents']}
      query={(db, filter) => listDocuments(db, { ...filter, about })}
      filterKey={about}
      export={{
        name: t`Documents`,
        columns: [
          { title: t`Document`, value: (row) => row.title },
          { title: t`Student`, value: (row) => row.student },
          { title: t`For`, value: (row) => row.audience.map((role) => translate(roleLabels[role])).join(', ') },
          { title: t`Size in bytes`, value: (row) => row.size },
          { title: t`Shared`, value: (row) => row.createdAt, as: 'time' },
        ],
      }}
      filters={<SegmentedToggle label={t`Show`} options={aboutOptions} value={about} onChange={setAbout} />}
      empty={{
        title: t`No documents yet`,
        text: canShare
          ? t`Share the first one; its readers find it here.`
          : t`Letters, reports and forms appear here when the school shares them.`,
      }}
      actions={
        canShare ? (
          <Button size="sm" onClick={() => setOpenDialog({ kind: 'new' })}>
            <Trans>Share a document</Trans>
          </Button>
        ) : null
      }
    >
      {openDialog?.kind === 'new' && <NewDocumentDialog schoolId={schoolId} onClose={close} />}
      {openDialog?.kind === 'change' && <ChangeDocumentDialog document={openDialog.document} onClose={close} />}
      {toRemove?.student && (
        <ReasonDialog
          title={t`Remove ${toRemove.title}?`}
          submitLabel={t`Remove`}
          question={t`Say why you are removing the document.`}
          isBusy={remove.isRunning}
          error={remove.error?.userMessage}
          onSubmit={(reason) => remove.run({ id: toRemove.id, reason })}
          onClose={close}
        >
          <Trans>Nobody will be able to open it. This cannot be undone.</Trans>
        </ReasonDialog>
      )}
      <ConfirmDialog
        isOpen={toRemove !== undefined && !toRemove.student}
        title={toRemove ? t`Remove ${toRemove.title}?` : ''}
        body={remove.error?.userMessage ?? t`Nobody will be able to open it. This cannot be undone.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => toRemove && void remove.run({ id: toRemove.id, reason: null })}
        onClose={close}
      />
    </ListScreen>
  );
}

function formatFileSize(bytes: number): string {
  return bytes < 1024 * 1024 ? t`${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB` : t`${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
