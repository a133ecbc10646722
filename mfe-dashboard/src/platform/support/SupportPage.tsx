import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listAgents, listTickets, ticketKeys, ticketStatuses, type Ticket, type TicketStatus } from '@masomo/data/platform/support';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useSearchParams } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useOpenRecord } from '@masomo/remote/useOpenRecord';
import { TicketDialog } from './TicketDialog.tsx';
import { priorityLabels, statusColor, statusLabels } from './ticketLabels.ts';

export function SupportPage() {
  // A link may preselect a status.
  const requestedStatus = useSearchParams()[0].get('status');
  const [status, setStatus] = useState<TicketStatus | 'all'>(ticketStatuses.find((known) => known === requestedStatus) ?? 'all');
  const [assigneeId, setAssigneeId] = useState('');
  const { data: agents = [] } = useQuery(ticketKeys.agents(), listAgents);
  const [openId, setOpenId] = useOpenRecord('ticket');
  const columns: DataTableColumn<Ticket>[] = [
    {
      id: 'number',
      header: t`Ticket`,
      cell: (ticket) => (
        <Box>
          <Text fontWeight="600">{ticket.subject}</Text>
          <Text fontSize="sm" color="fg.muted">
            {ticket.number} · {ticket.type}
          </Text>
        </Box>
      ),
    },
    {
      id: 'sender',
      header: t`From`,
      cell: (ticket) => (
        <Box>
          <Text>{ticket.sender}</Text>
          <Text fontSize="sm" color="fg.muted">
            {ticket.email}
          </Text>
        </Box>
      ),
    },
    { id: 'priority', header: t`Priority`, sortable: true, cell: (ticket) => priorityLabels[ticket.priority] ?? ticket.priority },
    {
      id: 'status',
      header: t`Status`,
      sortable: true,
      cell: (ticket) => <Badge colorPalette={statusColor(ticket.status)}>{statusLabels[ticket.status]}</Badge>,
    },
    { id: 'assignee', header: t`Assigned to`, cell: (ticket) => ticket.assignee || t`Unassigned` },
    { id: 'created_at', header: t`Received`, sortable: true, cell: (ticket) => formatDateTime(ticket.createdAt) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (ticket) => (
        <Button size="xs" variant="outline" aria-label={t`Open ${ticket.number}`} onClick={() => setOpenId(ticket.id)}>
          <Trans>Open</Trans>
        </Button>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Support`}
      description={t`Tickets from the website and from schools.`}
      search={t`Search tickets`}
      columns={columns}
      sort={{ column: 'created_at', descending: true }}
      keyOf={(filter) => ticketKeys.list({ ...filter, status, assigneeId })}
      query={(db, filter) => listTickets(db, { ...filter, status, assigneeId })}
      empty={{ title: t`No tickets yet`, text: t`Tickets appear here when someone asks for help.` }}
      filterKey={`${status === 'all' ? '' : status}${assigneeId}`}
      rowLabel={(ticket) => ticket.number}
      onOpen={(ticket) => setOpenId(ticket.id)}
      export={{
        name: t`Tickets`,
        columns: [
          { title: t`Ticket`, value: (row) => row.number },
          { title: t({ message: 'Subject', context: 'message' }), value: (row) => row.subject },
          { title: t`Type`, value: (row) => row.type },
          { title: t`From`, value: (row) => row.sender },
          { title: t`Email`, value: (row) => row.email },
          { title: t`Priority`, value: (row) => priorityLabels[row.priority] ?? row.priority },
          { title: t`Status`, value: (row) => statusLabels[row.status] },
          { title: t`Assigned to`, value: (row) => row.assignee },
          { title: t`Received`, value: (row) => row.createdAt, as: 'time' },
        ],
      }}
      filters={
        <>
          <FilterSelect
            label={t`Status`}
            options={[{ value: 'all', label: t`All statuses` }, ...ticketStatuses.map((value) => ({ value, label: statusLabels[value] }))]}
            value={status}
            onValueChange={(chosen) => setStatus(ticketStatuses.find((value) => value === chosen) ?? 'all')}
          />
          <FilterSelect
            label={t`Assigned to`}
            options={[
              { value: '', label: t`Anyone` },
              { value: 'nobody', label: t`Unassigned` },
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={assigneeId}
            onValueChange={setAssigneeId}
          />
        </>
      }
    >
      {openId && <TicketDialog id={openId} onClose={() => setOpenId(null)} />}
    </ListScreen>
  );
}
