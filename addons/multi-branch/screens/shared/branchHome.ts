import { t } from '@lingui/core/macro';
import { formatMoney, kes } from '@masomo/domain/money';
import { moduleHome } from '@masomo/remote/useModule';

export const branchFeature = 'addon:multi-branch';
export const branchHome = moduleHome(branchFeature);

/** Formats whole shillings. */
export const formatShillings = (amount: number) => formatMoney(kes(amount));

export const formatBalance = (balance: number) => (balance < 0 ? t`${formatShillings(-balance)} in credit` : formatShillings(balance));
