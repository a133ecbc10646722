import { defineModule } from '@masomo/domain/modules';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/quick-fees';

export const { declaration, manifest } = defineModule({
  feature: 'addon:quick-fees',
  soldAs: 'Quick Fees',
  permissions: {},
  screens: [
    { path: home, label: translatable('Quick Fees'), icon: 'finance', access: 'fee:take', menu: [{ order: 320 }] },
    { path: `${home}/receipts`, label: translatable('Receipts and totals'), icon: 'finance', access: 'fee:take', menu: [] },
    { path: `${home}/settings`, label: translatable('Quick Fees settings'), icon: 'finance', access: 'school:run', menu: [] },
  ],
  slots: [
    { slot: 'home/cards', export: 'homeCard', for: 'fee:take', order: 30 },
    { slot: 'student-page/cards', export: 'studentCard', for: 'fee:take', order: 30 },
  ],
  settings: [
    {
      name: 'staff_take_fees',
      kind: 'switch',
      label: translatable('Office staff can take fees'),
      default: true,
      hint: translatable('If off, only administrators can. Staff see student balances here and their own receipts.'),
    },
  ],
  records: [
    {
      tables: ['quick_receipts'],
      about: translatable('Students, payers'),
      data: translatable('Receipts with amount, way of payment and cashier'),
      purpose: translatable('To take fees at a counter and account for them'),
      basis: translatable('The contract with the guardians, tax law'),
      recipients: translatable('The office and the payer'),
      keptFor: translatable('As long as other books of the school'),
    },
  ],
});
