import { t } from '@lingui/core/macro';
import { formatNumber } from '@masomo/domain/number';

/** The message for a text that is over its limit. */
export const atMostCharacters = (limit: number) => t`Use at most ${formatNumber(limit)} characters`;
