import { t } from '@lingui/core/macro';
import { formatMoney, kes } from '@masomo/domain/money';

/** What an account owes, in whole shillings: `KES 31,800`, or `KES 700 in credit` when more was paid. */
export const formatBalance = (shillings: number) =>
  shillings < 0 ? t`${formatMoney(kes(-shillings))} in credit` : formatMoney(kes(shillings));
