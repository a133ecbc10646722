import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { listNotifications, markNotificationsRead, notificationKeys, type Notification } from '@masomo/data/messages/notifications';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, SegmentedToggle, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';

const readOptions = [
  { value: 'all', label: t`All` },
  { value: 'new', label: t`New` },
] as const;

export function NotificationsPage() {
  const [readFilter, setReadFilter] = useState<'all' | 'new'>('all');
  const isUnread = readFilter === 'new';
  const markRead = useCommand(markNotificationsRead, { invalidates: ['notifications', 'overview'] });
  const columns: DataTableColumn<Notification>[] = [
    {
      id: 'title',
      header: t`Notification`,
      cell: (row) => (
        <Box maxW="60ch">
          {row.link ? (
            <AppLink to={row.link} fontWeight="600">
              {row.title}
            </AppLink>
          ) : (
            <Text fontWeight="600">{row.title}</Text>
          )}
          <Text fontSize="sm" color="fg.muted">
            {row.body}
          </Text>
        </Box>
      ),
    },
    { id: 'created_at', header: t`Date`, sortable: true, cell: (row) => formatDateTime(row.createdAt) },
    {
      id: 'status',
      header: t`Status`,
      cell: (row) =>
        row.isRead ? (
          t`Read`
        ) : (
          <Badge colorPalette="blue">
            <Trans>New</Trans>
          </Badge>
        ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        row.isRead ? null : (
          <Button
            size="xs"
            variant="ghost"
            aria-label={t`Mark as read: ${row.title}`}
            disabled={markRead.isRunning}
            onClick={() => void markRead.run(row.id)}
          >
            <Trans>Mark as read</Trans>
          </Button>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Notifications`}
      description={t`Your notifications.`}
      search={t`Search notifications`}
      columns={columns}
      sort={{ column: 'created_at', descending: true }}
      actions={
        <Button size="sm" variant="outline" disabled={markRead.isRunning} onClick={() => void markRead.run('all')}>
          <Trans>Mark all as read</Trans>
        </Button>
      }
      keyOf={(filter) => notificationKeys.list({ ...filter, isUnread })}
      live={['notifications']}
      query={(db, filter) => listNotifications(db, { ...filter, isUnread })}
      filterKey={readFilter}
      isFiltered={false}
      filters={<SegmentedToggle label={t`Show`} options={readOptions} value={readFilter} onChange={setReadFilter} />}
      empty={{ title: isUnread ? t`All read` : t`No notifications yet`, text: t`News that concerns you appears here.` }}
    />
  );
}
