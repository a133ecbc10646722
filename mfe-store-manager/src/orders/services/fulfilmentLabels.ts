import { t } from '@lingui/core/macro';
import type { FulfilmentState } from '@masomo/domain/orderDocument';

export const fulfilmentLabels: Record<FulfilmentState, { label: string; color: string }> = {
  waiting: { label: t`Waiting`, color: 'gray' },
  scheduled: { label: t`Scheduled`, color: 'blue' },
  started: { label: t`In progress`, color: 'yellow' },
  done: { label: t`Done`, color: 'green' },
  cancelled: { label: t`Cancelled`, color: 'red' },
};
