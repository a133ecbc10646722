import { t } from '@lingui/core/macro';
import { orderStatuses, orderStatusLabels } from '@masomo/domain/orders';
import { translate } from '@masomo/i18n';

const labels: Record<string, string> = {
  pending: t`pending`,
  processing: t`processing`,
  completed: t`completed`,
  cancelled: t`cancelled`,
};

/** An order's status as a sentence has it, in lower case. */
export const orderStatusLabel = (status: string): string => labels[status] ?? status;

/** Options for selects of a status. */
export const orderStatusOptions = orderStatuses.map((value) => ({ value, label: translate(orderStatusLabels[value]) }));
