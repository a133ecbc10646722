import type { TicketStatus } from '@masomo/data/platform/support';

export const statusLabels: Record<TicketStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  waiting: 'Waiting',
  resolved: 'Resolved',
  closed: 'Closed',
};

/** Badge colour by status. */
export function statusColor(status: TicketStatus): string {
  if (status === 'open') return 'red';
  if (status === 'in_progress') return 'blue';
  if (status === 'waiting') return 'yellow';
  return status === 'resolved' ? 'green' : 'gray';
}
