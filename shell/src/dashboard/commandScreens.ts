import { canOpen, screens, type Screen } from '@masomo/domain/screens';
import type { Role } from '@masomo/domain/roles';
import type { FoundPerson } from '@masomo/data/people/findPeople';

/** Every screen a role may open, each once, in the menu's order. */
export function screensOf(role: Role): Pick<Screen, 'path' | 'label' | 'icon'>[] {
  return [...new Map(screens.filter((screen) => canOpen(screen, role)).map((screen) => [screen.path, screen])).values()];
}

const placeOf: Record<string, (found: FoundPerson) => string> = {
  student: ({ id }) => `/dashboard/students/${id}`,
  staff: ({ name }) => `/dashboard/staff?search=${encodeURIComponent(name)}`,
  school: ({ id }) => `/dashboard/schools/${id}`,
  account: ({ detail }) => `/dashboard/users?search=${encodeURIComponent(detail)}`,
};

/** Names of what is found. */
export const kindLabels: Record<string, string> = { student: 'Student', staff: 'Staff', school: 'School', account: 'Account' };

/** Where somebody found is shown. */
export function pathOfMatch(found: FoundPerson): string {
  return placeOf[found.kind]?.(found) ?? '/dashboard';
}
