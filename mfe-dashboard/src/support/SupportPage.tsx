import { useState } from 'react';
import { listTickets, ticketKeys, ticketStatuses, type Ticket, type TicketStatus } from '@masomo/data/support';
import { Badge, Box, Button, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatMoment } from '../shared/days.ts';
import { TicketDialog } from './TicketDialog.tsx';
import { statusColour, statusWords } from './ticketWords.ts';

/** The support desk: tickets from the forms, answered by mail. */
export function SupportPage() {
  const [status, setStatus] = useState<TicketStatus | 'all'>('all');
  const [openId, setOpenId] = useState<string>();
  const columns: DataTableColumn<Ticket>[] = [
    { id: 'number', header: 'Ticket', cell: (ticket) => <Box><Text fontWeight="600">{ticket.subject}</Text><Text fontSize="sm" color="fg.muted">{ticket.number} · {ticket.type}</Text></Box> },
    { id: 'sender', header: 'From', cell: (ticket) => <Box><Text>{ticket.sender}</Text><Text fontSize="sm" color="fg.muted">{ticket.email}</Text></Box> },
    { id: 'priority', header: 'Priority', sortable: true, cell: (ticket) => <Text textTransform="capitalize">{ticket.priority}</Text> },
    { id: 'status', header: 'Status', sortable: true, cell: (ticket) => <Badge colorPalette={statusColour(ticket.status)}>{statusWords[ticket.status]}</Badge> },
    { id: 'created_at', header: 'Received', sortable: true, cell: (ticket) => formatMoment(ticket.createdAt) },
    { id: 'actions', header: '', align: 'end', cell: (ticket) => <Button size="xs" variant="outline" aria-label={`Open ${ticket.number}`} onClick={() => setOpenId(ticket.id)}>Open</Button> },
  ];
  return (
    <ListScreen
      title="Support" description="Tickets from the site and from schools." search="tickets" columns={columns} sort={{ column: 'created_at', descending: true }}
      keyOf={(filter) => ticketKeys.list({ ...filter, status })} query={(db, filter) => listTickets(db, { ...filter, status })}
      empty={{ title: 'No tickets', text: 'Tickets appear here when somebody asks for help.' }}
      filters={(
        <Box w="44">
          <SelectField
            label="Status" options={[{ value: 'all', label: 'All' }, ...ticketStatuses.map((value) => ({ value, label: statusWords[value] }))]} value={status}
            onChange={(event) => setStatus(ticketStatuses.find((value) => value === event.currentTarget.value) ?? 'all')}
          />
        </Box>
      )}
    >
      {openId && <TicketDialog id={openId} onClose={() => setOpenId(undefined)} />}
    </ListScreen>
  );
}
