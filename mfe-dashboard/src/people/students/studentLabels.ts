import { t } from '@lingui/core/macro';
import type { Boarding, StudentStatus } from '@masomo/data/people/students';

export const statusLabels: Record<StudentStatus, string> = {
  active: t({ message: 'Active', context: 'person' }),
  suspended: t`Suspended`,
  graduated: t`Graduated`,
  left: t`Left`,
};

export const genderLabels = { female: t`Female`, male: t`Male` };

export const boardingLabels: Record<Boarding, string> = { day: t`Day scholar`, boarder: t`Boarder` };

/** Badge colour by status. */
export const statusColors: Record<StudentStatus, string> = { active: 'green', suspended: 'yellow', graduated: 'blue', left: 'gray' };
