import { t } from '@lingui/core/macro';
import { roleLabels } from '@masomo/domain/roles';
import { formatDate, formatDateTime } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { statusLabels as attendanceLabels } from '../../shared/attendanceLabels.ts';
import { formatShillings, paymentMethodLabels } from '../../shared/paymentLabels.ts';
import { recordKindLabels, recordReaderLabels } from '../../shared/recordLabels.ts';
import { billingLabels, schoolKindLabels, subscriptionStatusLabels } from '../shared/labels.ts';

const statusLabels: Record<string, string> = {
  ...subscriptionStatusLabels,
  ...attendanceLabels,
  open: t({ message: 'Open', context: 'status' }),
  in_progress: t`In progress`,
  waiting: t`Waiting`,
  resolved: t`Resolved`,
  closed: t`Closed`,
  suspended: t`Suspended`,
  graduated: t`Graduated`,
  left: t`Left`,
  pending: t`Pending`,
  processing: t`Processing`,
  completed: t`Completed`,
  received: t`Received`,
  refunded: t`Refunded`,
  failed: t`Failed`,
  review: t`To review`,
  surplus: t`Paid twice`,
};

/** Names of the values of a column that holds codes. */
const codeLabels: Record<string, Record<string, string>> = {
  billing: billingLabels,
  boarding: { day: t`Day scholar`, boarder: t`Boarder` },
  category: { saas: t`SaaS`, standalone: t`Standalone` },
  cms_right: { publisher: t`Publisher`, editor: t`Editor` },
  gender: { female: t`Female`, male: t`Male` },
  kind: { ...schoolKindLabels, ...recordKindLabels },
  language: { en: 'English', sw: 'Kiswahili' },
  method: paymentMethodLabels,
  payment_method: paymentMethodLabels,
  period: { term: t`Per term`, year: t`Per year`, month: t`Per month` },
  priority: { low: t`Low`, medium: t`Medium`, high: t`High`, urgent: t`Urgent` },
  state: statusLabels,
  status: statusLabels,
  visible_to: recordReaderLabels,
};
const moneyColumns = new Set(['amount', 'new_price', 'old_price', 'price', 'refunded_amount', 'total_amount']);

function codeText(column: string, code: string): string {
  if (column !== 'role' && column !== 'base' && column !== 'audience') return codeLabels[column]?.[code] ?? code;
  const role = Object.entries(roleLabels).find(([name]) => name === code);
  return role ? translate(role[1]) : code;
}

/** Whether a column holds nothing, or no entries of its list. */
export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Keys of records; the log has names instead of those of classes. */
const isKey = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** A stored value in words; undefined where it is a key of another record or a structure, which say nothing to people. */
export function valueText(column: string, value: unknown): string | undefined {
  if (isEmpty(value)) return t`nothing`;
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return moneyColumns.has(column) ? formatShillings(value) : String(value);
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.map((item) => codeText(column, item)).join(', ') : undefined;
  if (typeof value !== 'string' || column === 'assigned_to' || (column.endsWith('_id') && isKey.test(value))) return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  if (/_at$|^grace_until$/.test(column)) return formatDateTime(value);
  return codeText(column, value);
}
