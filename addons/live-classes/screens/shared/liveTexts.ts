import { t } from '@lingui/core/macro';
import { formatDate, formatDateTime, formatTime } from '@masomo/domain/time';
import type { Mark, Meeting, Provider } from '../../data/live.ts';

export const providerNames: Record<Provider, string> = { 'google-meet': 'Google Meet', zoom: 'Zoom' };

export const timesOf = ({ startsAt, endsAt }: Pick<Meeting, 'startsAt' | 'endsAt'>) =>
  t`${formatDate(startsAt)}, ${formatTime(startsAt)} to ${formatTime(endsAt)}`;

export const titleOf = ({ subject, className }: Pick<Meeting, 'subject' | 'className'>) => `${subject}, ${className}`;

/** Where a meeting stands with its provider, and what can be done about it. */
export function stateOf(meeting: Meeting): { text: string; palette: 'green' | 'gray' | 'orange' | 'red' } {
  const provider = providerNames[meeting.provider];
  if (meeting.isCancelled) return { text: t`Cancelled`, palette: 'gray' };
  if (meeting.problem === 'not_connected') return { text: t`Waits until the ${provider} account is connected`, palette: 'red' };
  if (meeting.problem === 'host_unknown') return { text: t`The teacher’s address is no user of your Zoom account`, palette: 'red' };
  if (meeting.problem === 'refused') return { text: t`${provider} refused it. Move or cancel this class.`, palette: 'red' };
  if (meeting.waitsUntil) return { text: t`${provider} takes no more until ${formatDateTime(meeting.waitsUntil)}`, palette: 'orange' };
  if (meeting.isMade) return { text: t`Ready`, palette: 'green' };
  return { text: t`Being made`, palette: 'orange' };
}

export function markName(mark: Mark): string {
  return { present: t`Present`, absent: t`Absent`, late: t`Late`, excused: t`Excused` }[mark];
}
