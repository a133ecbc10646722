import { t } from '@lingui/core/macro';
import type { Fee } from '@masomo/data/money/fees';
import { boardersLabels } from './boardersLabels.ts';

/** The fees of a term as a file, which their import takes back. */
export const exportedFees = (term: string) => ({
  name: t`Fees ${term}`,
  columns: [
    { title: t`Fee`, value: (fee: Fee) => fee.name },
    { title: t`For`, value: (fee: Fee) => fee.className || t`All students` },
    { title: t`Day or boarding`, value: (fee: Fee) => (fee.boarding ? boardersLabels[fee.boarding] : '') },
    { title: t`Term`, value: () => term },
    { title: t`Amount`, value: (fee: Fee) => fee.amount },
    { title: t`Due`, value: (fee: Fee) => fee.dueOn, as: 'day' as const },
    { title: t`Billed`, value: (fee: Fee) => fee.isBilled },
  ],
});
