import { t } from '@lingui/core/macro';
import type { OrderEvent } from '@masomo/data/store/orders';
import { orderStatusLabel } from '../../shared/orderStatusLabels.ts';

const kindLabels: Record<string, string> = {
  placed: t`Order placed`,
  note: t`Note`,
  payment: t`Payment`,
  refund: t`Refund`,
  mail: t`Email`,
  licence: t`Licence`,
};

/** Label of a timeline event. */
export function orderEventLabel({ kind, from, to }: OrderEvent): string {
  if (kind === 'status') return t`Status changed from ${orderStatusLabel(from ?? '')} to ${orderStatusLabel(to ?? '')}`;
  if (kind === 'reopened') return t`Reopened from ${orderStatusLabel(from ?? '')}`;
  return kindLabels[kind] ?? kind;
}
