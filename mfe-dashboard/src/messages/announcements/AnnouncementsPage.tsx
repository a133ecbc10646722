import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import {
  announcementKeys,
  archiveAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  type Announcement,
  type AnnouncementState,
} from '@masomo/data/messages/announcements';
import { roleLabels } from '@masomo/domain/roles';
import { formatDateTime } from '@masomo/domain/time';
import { Box, Button, HStack, SegmentedToggle, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { translate } from '@masomo/i18n';

type OpenDialog = { kind: 'new' } | { kind: 'change' | 'delete'; announcement: Announcement };
const stateOptions: { value: AnnouncementState; label: string }[] = [
  { value: 'published', label: t`Published` },
  { value: 'planned', label: t`Scheduled` },
  { value: 'archived', label: t`Archived` },
];
const emptyTexts: Record<AnnouncementState, { title: string; text: string }> = {
  published: { title: t`No announcements yet`, text: t`Write the first one; everyone it is for is notified.` },
  planned: { title: t`Nothing scheduled`, text: t`Announcements wait here until they are published.` },
  archived: { title: t`Nothing archived`, text: t`Archived announcements are kept here, hidden from readers.` },
};

export function AnnouncementsPage() {
  const { user } = useSession();
  const [state, setState] = useState<AnnouncementState>('published');
  const [openDialog, setOpenDialog] = useState<OpenDialog | undefined>(useHasNewParam() ? { kind: 'new' } : undefined);
  const close = () => setOpenDialog(undefined);
  const archive = useCommand(archiveAnnouncement, {
    invalidates: ['announcements', 'overview'],
    onError: (error) => toaster.error(failureMessage(error, t`The announcement was not changed`)),
  });
  const remove = useCommand(deleteAnnouncement, {
    invalidates: ['announcements', 'overview'],
    onSuccess: close,
    onError: (error) => {
      close();
      toaster.error(failureMessage(error, t`The announcement was not deleted`));
    },
  });
  const canManageAll = useIsAllowed('announcement:manage');
  const canManage = ({ authorId }: Announcement) => canManageAll || authorId === user?.id;
  const columns: DataTableColumn<Announcement>[] = [
    {
      id: 'title',
      header: t`Announcement`,
      sortable: true,
      cell: (row) => (
        <Box maxW="60ch">
          <Text fontWeight="600">{row.title}</Text>
          <Text fontSize="sm" color="fg.muted" lineClamp={2}>
            {row.body}
          </Text>
        </Box>
      ),
    },
    {
      id: 'audience',
      header: t`For`,
      cell: (row) => (
        <Box>
          <Text>{row.className || t`Whole school`}</Text>
          <Text fontSize="xs" color="fg.muted">
            {row.audience.map((role) => translate(roleLabels[role])).join(', ')}
          </Text>
        </Box>
      ),
    },
    { id: 'author', header: t`From`, noWrap: true, cell: (row) => row.author || t`The school` },
    {
      id: 'published_at',
      header: state === 'planned' ? t`Publishes` : t`Published`,
      sortable: true,
      noWrap: true,
      cell: (row) => formatDateTime(row.publishedAt),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        canManage(row) && (
          <HStack gap="1" justify="flex-end">
            {state !== 'archived' && (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t`Edit ${row.title}`}
                onClick={() => setOpenDialog({ kind: 'change', announcement: row })}
              >
                <Trans>Edit</Trans>
              </Button>
            )}
            <Button
              size="xs"
              variant="ghost"
              aria-label={state === 'archived' ? t`Restore ${row.title}` : t`Archive ${row.title}`}
              disabled={archive.isRunning}
              onClick={() => void archive.run({ id: row.id, isArchived: state !== 'archived' })}
            >
              {state === 'archived' ? t`Restore` : t`Archive`}
            </Button>
            {state !== 'published' && (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t`Delete ${row.title}`}
                onClick={() => setOpenDialog({ kind: 'delete', announcement: row })}
              >
                <Trans>Delete</Trans>
              </Button>
            )}
          </HStack>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Announcements`}
      description={t`News for your school and your classes.`}
      search={t`Search announcements`}
      columns={columns}
      sort={{ column: 'published_at', descending: true }}
      filterKey={state}
      isFiltered={false}
      keyOf={(filter) => announcementKeys.list({ ...filter, state })}
      live={['announcements']}
      query={(db, filter) => listAnnouncements(db, { ...filter, state })}
      empty={emptyTexts[state]}
      export={{
        name: t`Announcements`,
        columns: [
          { title: t`Announcement`, value: (row) => row.title },
          { title: t`Text`, value: (row) => row.body },
          { title: t`For`, value: (row) => row.className || t`Whole school` },
          { title: t`For`, value: (row) => row.audience.map((role) => translate(roleLabels[role])).join(', ') },
          { title: t`From`, value: (row) => row.author },
          { title: t`Published`, value: (row) => row.publishedAt, as: 'time' },
        ],
      }}
      filters={<SegmentedToggle label={t`Show`} options={stateOptions} value={state} onChange={setState} />}
      actions={
        user?.schoolId ? (
          <Button size="sm" onClick={() => setOpenDialog({ kind: 'new' })}>
            <Trans>New announcement</Trans>
          </Button>
        ) : null
      }
    >
      {openDialog?.kind === 'new' && user?.schoolId && <AnnouncementDialog schoolId={user.schoolId} onClose={close} />}
      {openDialog?.kind === 'change' && user?.schoolId && (
        <AnnouncementDialog schoolId={user.schoolId} announcement={openDialog.announcement} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={openDialog?.kind === 'delete'}
        title={t`Delete this announcement?`}
        body={openDialog?.kind === 'delete' ? openDialog.announcement.title : undefined}
        confirmLabel={t`Delete`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => openDialog?.kind === 'delete' && void remove.run(openDialog.announcement.id)}
        onClose={close}
      />
    </ListScreen>
  );
}
