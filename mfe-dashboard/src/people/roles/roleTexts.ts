import { t } from '@lingui/core/macro';
import type { SchoolPermission, SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { roleLabels } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';

/** What a role is called: the common ones as their base, a school's own as the school wrote it. */
export const roleName = ({ name, base }: Pick<SchoolRole, 'name' | 'base'>) => name || translate(roleLabels[base]);

/** Groups of permissions, by what stands before the colon of their names. */
const groups: readonly { label: string; of: readonly string[] }[] = [
  { label: t`Children and families`, of: ['student', 'own-students', 'record', 'custody', 'consent', 'protection'] },
  { label: t`Classes and learning`, of: ['class', 'term', 'schedule', 'assignment', 'grade', 'result', 'report', 'behaviour'] },
  { label: t`Attendance and gate`, of: ['attendance', 'register', 'gate'] },
  { label: t`Money`, of: ['finance', 'fee', 'fee-account', 'fee-payment', 'fee-receipt', 'plan', 'store'] },
  { label: t`Messages and documents`, of: ['announcement', 'document'] },
  { label: t`Staff and roles`, of: ['staff', 'account', 'role', 'two-factor', 'audit'] },
];

export type PermissionGroup = { label: string; permissions: readonly SchoolPermission[] };

/** Permissions in groups, in the order of the groups; those that no group names come last. */
export function groupPermissions(permissions: readonly SchoolPermission[]): PermissionGroup[] {
  const subject = ({ name }: SchoolPermission) => name.split(':')[0] ?? '';
  const known = new Set(groups.flatMap(({ of }) => of));
  return [
    ...groups.map(({ label, of }) => ({ label, permissions: permissions.filter((permission) => of.includes(subject(permission))) })),
    { label: t`School and profile`, permissions: permissions.filter((permission) => !known.has(subject(permission))) },
  ].filter((group) => group.permissions.length > 0);
}
