import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { announcementKeys, deleteAnnouncement, listAnnouncements, type Announcement } from '@masomo/data/announcements';
import { Box, Button, Text } from '@masomo/design-system';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatMoment } from '../shared/days.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';

/** What the school says to its people. */
export function AnnouncementsPage() {
  const { user } = useSession();
  const [isWriting, setIsWriting] = useState(false);
  const [toDelete, setToDelete] = useState<Announcement>();
  const remove = useCommand(deleteAnnouncement, {
    invalidates: ['announcements'], onSuccess: () => setToDelete(undefined),
    onError: (error) => { setToDelete(undefined); toaster.error({ title: 'The announcement was not deleted', description: error.message }); },
  });
  const columns: DataTableColumn<Announcement>[] = [
    { id: 'title', header: 'Announcement', sortable: true, cell: (row) => <Box maxW="60ch"><Text fontWeight="600">{row.title}</Text><Text fontSize="sm" color="fg.muted" lineClamp={2}>{row.body}</Text></Box> },
    { id: 'audience', header: 'For', cell: (row) => row.className || 'Whole school' },
    { id: 'author', header: 'From', cell: (row) => row.author || 'The school' },
    { id: 'published_at', header: 'Published', sortable: true, cell: (row) => formatMoment(row.publishedAt) },
    { id: 'actions', header: '', align: 'end', cell: (row) => <Button size="xs" variant="ghost" aria-label={`Delete ${row.title}`} onClick={() => setToDelete(row)}>Delete</Button> },
  ];
  return (
    <ListScreen
      title="Announcements" description="News for your school and your classes." search="announcements" columns={columns} sort={{ column: 'published_at', descending: true }}
      keyOf={announcementKeys.list} query={listAnnouncements} empty={{ title: 'No announcements yet', text: 'Write the first one: everybody it is for sees it on their dashboard.' }}
      actions={user?.schoolId ? <Button size="sm" onClick={() => setIsWriting(true)}>New announcement</Button> : null}
    >
      {isWriting && user?.schoolId && <AnnouncementDialog schoolId={user.schoolId} onClose={() => setIsWriting(false)} />}
      <ConfirmDialog
        isOpen={toDelete !== undefined} title="Delete this announcement?" body={toDelete?.title} confirmLabel="Delete" tone="danger" isBusy={remove.isRunning}
        onConfirm={() => toDelete && void remove.run(toDelete.id)} onClose={() => setToDelete(undefined)}
      />
    </ListScreen>
  );
}
