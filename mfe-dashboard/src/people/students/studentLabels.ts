import type { StudentStatus } from '@masomo/data/people/students';

export const statusLabels: Record<StudentStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  graduated: 'Graduated',
  left: 'Left',
};

/** Badge colour by status. */
export const statusColors: Record<StudentStatus, string> = { active: 'green', suspended: 'yellow', graduated: 'blue', left: 'gray' };
