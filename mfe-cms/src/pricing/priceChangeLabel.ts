import { t } from '@lingui/core/macro';
import { formatMoney, kes } from '@masomo/domain/money';

/** How a new price differs: `KES 500 more (+12.5%)`. Prices in whole shillings. */
export function priceChangeLabel(from: number, to: number): string {
  const difference = to - from;
  if (difference === 0) return t`The price stays as it is.`;
  const amount = formatMoney(kes(Math.abs(difference)));
  const label = difference > 0 ? t`${amount} more` : t`${amount} less`;
  if (from === 0) return label;
  return `${label} (${difference > 0 ? '+' : '−'}${(Math.abs(difference / from) * 100).toFixed(1)}%)`;
}
