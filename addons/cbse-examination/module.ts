import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/cbse-examination';

export const { declaration, manifest } = defineModule({
  feature: 'addon:cbse-examination',
  soldAs: 'CBSE Examination',
  permissions: {
    'cbse:set-up': { sentence: 'May set up CBSE examinations and publish their results.', roles: ['admin'] },
  },
  screens: [
    { path: home, label: translatable('CBSE Examination'), icon: 'grade', access: 'student:read', menu: [{ order: 320 }] },
    { path: `${home}/marks`, label: translatable('CBSE marks'), icon: 'grade', access: 'student:read', menu: [] },
    { path: `${home}/areas`, label: translatable('Co-scholastic areas'), icon: 'grade', access: 'student:read', menu: [] },
    { path: `${home}/results`, label: translatable('CBSE results'), icon: 'grade', access: 'student:read', menu: [] },
    { path: `${home}/settings`, label: translatable('CBSE settings'), icon: 'grade', access: 'cbse:set-up', menu: [] },
    { path: `${home}/cards`, label: translatable('CBSE results'), icon: 'grade', access: 'own-students:read', menu: [{ order: 320 }] },
  ],
  slots: [
    { slot: 'student-page/cards', export: 'studentCard', for: 'student:read', order: 30 },
    { slot: 'home/cards', export: 'familyCard', for: 'own-students:read', order: 30 },
  ],
  records: [
    {
      tables: ['cbse_marks', 'cbse_gradings', 'cbse_remarks'],
      about: translatable('Students'),
      data: translatable('Marks, co-scholastic grades and remarks of CBSE examinations'),
      purpose: translatable('To examine students and to write their report cards'),
      basis: translatable('The contract with the guardians'),
      recipients: translatable('Those who teach the student; guardians what is published'),
      keptFor: translatable('As long as other marks of the student'),
    },
  ],
  tablesWithoutPeople: ['cbse_schemes', 'cbse_components', 'cbse_bands', 'cbse_areas', 'cbse_classes', 'cbse_tests'],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
