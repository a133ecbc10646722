import { t } from '@lingui/core/macro';
import type { SchoolPermission, SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { roleLabels } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';

/** What a role is called: the common ones as their base, a school's own as the school wrote it. */
export const roleName = ({ name, base }: Pick<SchoolRole, 'name' | 'base'>) => name || translate(roleLabels[base]);

/** Groups of permissions, by the part of their names before the colon. */
const groups: readonly { label: string; of: readonly string[] }[] = [
  { label: t`Children and families`, of: ['student', 'own-students', 'record', 'custody', 'consent', 'protection'] },
  { label: t`Classes and learning`, of: ['class', 'term', 'schedule', 'assignment', 'grade', 'result', 'report'] },
  { label: t`Attendance`, of: ['attendance', 'register'] },
  { label: t`Money`, of: ['finance', 'fee', 'fee-account', 'fee-payment', 'fee-receipt', 'plan', 'store'] },
  { label: t`Messages and documents`, of: ['announcement', 'document'] },
  { label: t`Staff and roles`, of: ['staff', 'account', 'role', 'audit'] },
];

export type PermissionGroup = { label: string; permissions: readonly SchoolPermission[] };

/** Permissions in groups, in the order of the groups; then those that no group names, and those of modules and add-ons. */
export function groupPermissions(permissions: readonly SchoolPermission[]): PermissionGroup[] {
  const subject = ({ name }: SchoolPermission) => name.split(':')[0] ?? '';
  const known = new Set(groups.flatMap(({ of }) => of));
  const among = (isOf: (permission: SchoolPermission) => boolean) => permissions.filter(isOf);
  return [
    ...groups.map(({ label, of }) => ({ label, permissions: among((own) => !own.isOfModule && of.includes(subject(own))) })),
    { label: t`School and profile`, permissions: among((own) => !own.isOfModule && !known.has(subject(own))) },
    { label: t`Modules and add-ons`, permissions: among((own) => own.isOfModule) },
  ].filter((group) => group.permissions.length > 0);
}
