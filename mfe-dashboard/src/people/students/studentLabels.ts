import type { StudentStatus } from '@masomo/data/people/students';

/** A student's status as people read it. */
export const statusLabels: Record<StudentStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  graduated: 'Graduated',
  left: 'Left',
};

/** Semantic colour of a status badge. */
export const statusColors: Record<StudentStatus, string> = { active: 'green', suspended: 'yellow', graduated: 'blue', left: 'gray' };
