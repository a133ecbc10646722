import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/multi-branch';

export const { declaration, manifest } = defineModule({
  feature: 'addon:multi-branch',
  soldAs: 'Multi Branch',
  permissions: {
    'branch:direct': { sentence: 'May open branches and read reports across them.', roles: ['admin'] },
    'branch:move': { sentence: 'May move students to another branch.', roles: ['admin'] },
  },
  screens: [
    { path: home, label: translatable('Branches'), icon: 'school', access: 'school:work', menu: [{ order: 330 }] },
    { path: `${home}/report`, label: translatable('Report across branches'), icon: 'report', access: 'branch:direct', menu: [] },
    { path: `${home}/desk`, label: translatable('Family fees'), icon: 'finance', access: 'fee-payment:record', menu: [] },
    { path: `${home}/between`, label: translatable('Between branches'), icon: 'finance', access: 'fee-account:read-all', menu: [] },
    { path: `${home}/moves`, label: translatable('Moves'), icon: 'student', access: 'student:read-all', menu: [] },
    { path: `${home}/settings`, label: translatable('Branch settings'), icon: 'settings', access: 'school:run', menu: [] },
  ],
  slots: [
    { slot: 'home/cards', export: 'familyCard', for: 'own-students:read', order: 35 },
    { slot: 'student-page/cards', export: 'studentCard', for: 'fee-account:read-all', order: 35 },
  ],
  settings: [
    {
      name: 'desks_share',
      kind: 'switch',
      label: translatable('A desk takes fees for other branches'),
      default: true,
      hint: translatable('If off, each branch takes its own fees only. Families still see one balance.'),
    },
  ],
  records: [
    {
      tables: ['branch_receipts', 'branch_entries', 'branch_moves'],
      about: translatable('Students, payers'),
      data: translatable('Receipts over branches, what branches owe each other, moves with the balance carried'),
      purpose: translatable('To keep the books of branches apart and a family’s balance whole'),
      basis: translatable('The contract with the guardians, tax law'),
      recipients: translatable('The office of each branch, and the payer'),
      keptFor: translatable('As long as other books of the school'),
    },
  ],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
