import { t } from '@lingui/core/macro';
import type { TicketEvent, TicketStatus } from '@masomo/data/platform/support';

export const statusLabels: Record<TicketStatus, string> = {
  open: t({ message: 'Open', context: 'status' }),
  in_progress: t`In progress`,
  waiting: t`Waiting`,
  resolved: t`Resolved`,
  closed: t`Closed`,
};

export const priorityLabels: Record<string, string> = { low: t`Low`, medium: t`Medium`, high: t`High`, urgent: t`Urgent` };

/** What somebody changed about a ticket, as a sentence. */
export function eventText({ actor, change }: TicketEvent): string {
  const who = actor ?? t`System`;
  if (change.kind === 'status') return t`${who} changed the status to ${statusLabels[change.to]}`;
  if (change.kind === 'priority') return t`${who} changed the priority to ${priorityLabels[change.to] ?? change.to}`;
  if (change.to === null) return t`${who} unassigned it`;
  return change.to ? t`${who} assigned it to ${change.to}` : t`${who} assigned it to someone else`;
}

/** Badge colour by status. */
export function statusColor(status: TicketStatus): string {
  if (status === 'open') return 'red';
  if (status === 'in_progress') return 'blue';
  if (status === 'waiting') return 'yellow';
  return status === 'resolved' ? 'green' : 'gray';
}
