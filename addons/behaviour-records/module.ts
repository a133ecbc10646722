import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/behaviour-records';

export const { declaration, manifest } = defineModule({
  feature: 'addon:behaviour-records',
  soldAs: 'Behaviour Records',
  permissions: {
    'behaviour:record': { sentence: 'May record behaviour.', roles: ['admin', 'teacher', 'staff'] },
    'behaviour:read-all': {
      sentence: "May see every student's behaviour, and record it for every student.",
      roles: ['admin', 'staff'],
      isAboutChildren: true,
    },
  },
  screens: [
    { path: home, label: translatable('Behaviour'), icon: 'record', access: 'behaviour:record', menu: [{ order: 310 }] },
    { path: `${home}/follow-ups`, label: translatable('Follow-ups'), icon: 'record', access: 'behaviour:record', menu: [] },
    { path: `${home}/report`, label: translatable('Behaviour report'), icon: 'record', access: 'behaviour:record', menu: [] },
    { path: `${home}/settings`, label: translatable('Behaviour settings'), icon: 'record', access: 'school:run', menu: [] },
    { path: `${home}/shared`, label: translatable('Behaviour'), icon: 'record', access: 'own-students:read', menu: [{ order: 310 }] },
  ],
  slots: [
    { slot: 'student-page/cards', export: 'studentCard', for: 'behaviour:record', order: 20 },
    { slot: 'home/cards', export: 'staffCard', for: 'behaviour:record', order: 20 },
    { slot: 'home/cards', export: 'familyCard', for: 'own-students:read', order: 20 },
  ],
  settings: [
    {
      name: 'share_merits',
      kind: 'switch',
      label: translatable('Share merits with the family straight away'),
      default: true,
      hint: translatable('Staff can change this for each merit. Incidents are shared only when someone chooses to.'),
    },
    {
      name: 'alert_points',
      kind: 'number',
      label: translatable('Notify the class teacher at this many incident points'),
      default: 10,
      min: 0,
      max: 1000,
      hint: translatable('Points in the last 30 days. Enter 0 for never.'),
    },
  ],
  records: [
    {
      tables: ['behaviour_entries', 'behaviour_follow_ups'],
      about: translatable('Students'),
      data: translatable('Merits and incidents with notes, follow-ups and what was agreed'),
      purpose: translatable('To encourage good conduct and to follow up on incidents'),
      basis: translatable("The guardians' consent, and the interests of the child"),
      recipients: translatable('The office and those who teach the student; guardians what is shared with them'),
      keptFor: translatable('As long as other notes about the student'),
    },
  ],
  tablesWithoutPeople: ['behaviour_categories'],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
