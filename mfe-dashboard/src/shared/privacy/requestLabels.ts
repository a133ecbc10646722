import { t } from '@lingui/core/macro';
import type { DataRequestKind, DataRequestStatus } from '@masomo/data/people/dataRequests';

export const requestKindLabels: Record<DataRequestKind, string> = {
  access: t`See the data`,
  portability: t`Take the data elsewhere`,
  rectification: t`Correct the data`,
  erasure: t`Erase the data`,
};
export const requestStatusLabels: Record<DataRequestStatus, string> = {
  open: t({ message: 'Open', context: 'data request' }),
  done: t({ message: 'Done', context: 'data request' }),
  refused: t({ message: 'Refused', context: 'data request' }),
};
export const requestStatusColors: Record<DataRequestStatus, string> = { open: 'orange', done: 'green', refused: 'gray' };
