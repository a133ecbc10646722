import { callable } from '@masomo/domain/functionAccess';
import { newId } from '@masomo/domain/secureContext';
import { members, reach } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const staff = ['admin', 'teacher', 'staff'] as const;

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  tables: {
    branch_receipts: { select: reach(['admin'], 'school') },
    branch_entries: { select: reach(['admin'], 'school') },
    branch_moves: { select: reach(['admin', 'staff'], 'school') },
  },
  functions: {
    ...callable(staff, 'list_branches', 'family_account', 'family_receipt', 'branch_debts', 'branch_entry_list', 'branch_move_list'),
    ...callable(['admin'], 'open_branch', 'take_family_payment', 'move_to_branch', 'branch_report'),
    ...callable(members, 'family_branches'),
  },
  reads: [
    'list_branches',
    'family_account',
    'family_receipt',
    'branch_debts',
    'branch_entry_list',
    'branch_move_list',
    'branch_report',
    'family_branches',
  ],
  writes: ['open_branch', 'take_family_payment', 'move_to_branch'],
  samples: {
    family_account: ({ student_id }) => ({ student_id }),
    branch_report: () => ({ from_day: '2026-01-01', to_day: '2026-12-31' }),
    take_family_payment: ({ student_id }) => ({ receipt_id: newId(), student_id, parts: [{ student_id, amount: 1000 }], method: 'cash' }),
  },
};
