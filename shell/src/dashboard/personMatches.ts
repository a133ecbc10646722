import { t } from '@lingui/core/macro';
import type { FoundPerson } from '@masomo/data/people/findPeople';

const pathByKind: Record<string, (match: FoundPerson) => string> = {
  student: ({ id }) => `/dashboard/students/${id}`,
  staff: ({ name }) => `/dashboard/staff?search=${encodeURIComponent(name)}`,
  school: ({ id }) => `/dashboard/schools/${id}`,
  account: ({ detail }) => `/dashboard/users?search=${encodeURIComponent(detail)}`,
};

/** Labels of the kinds of matches. */
export const kindLabels: Record<string, string> = { student: t`Student`, staff: t`Staff member`, school: t`School`, account: t`Account` };

/** The screen that shows a match of the search. */
export function pathOfMatch(match: FoundPerson): string {
  return pathByKind[match.kind]?.(match) ?? '/dashboard';
}
