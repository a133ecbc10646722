import { t } from '@lingui/core/macro';
import type { TicketStatus } from '@masomo/data/platform/support';

export const statusLabels: Record<TicketStatus, string> = {
  open: t({ message: 'Open', context: 'status' }),
  in_progress: t`In progress`,
  waiting: t`Waiting`,
  resolved: t`Resolved`,
  closed: t`Closed`,
};

export const priorityLabels: Record<string, string> = { low: t`Low`, medium: t`Medium`, high: t`High`, urgent: t`Urgent` };

/** Badge colour by status. */
export function statusColor(status: TicketStatus): string {
  if (status === 'open') return 'red';
  if (status === 'in_progress') return 'blue';
  if (status === 'waiting') return 'yellow';
  return status === 'resolved' ? 'green' : 'gray';
}
