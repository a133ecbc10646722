import { t } from '@lingui/core/macro';
import { orderStatuses } from '@masomo/domain/orders';

const labels: Record<string, string> = {
  pending: t`pending`,
  processing: t`processing`,
  completed: t`completed`,
  cancelled: t`cancelled`,
};

/** An order's status as a sentence has it, in lower case. */
export const orderStatusLabel = (status: string): string => labels[status] ?? status;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Options for selects of a status. */
export const orderStatusOptions = orderStatuses.map((value) => ({ value, label: capitalized(orderStatusLabel(value)) }));
