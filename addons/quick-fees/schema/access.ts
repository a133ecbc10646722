import { callable } from '@masomo/domain/functionAccess';
import { newId } from '@masomo/domain/secureContext';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

export const access: ModuleAccess = {
  tables: { quick_receipts: { select: { admin: 'school', staff: 'some' } } },
  functions: {
    ...callable(['admin', 'staff'], 'find_fee_payers', 'fee_payer_accounts', 'take_quick_payment'),
    ...callable(['admin', 'staff'], 'read_quick_receipt', 'quick_receipt_list', 'cashier_totals'),
  },
  reads: ['find_fee_payers', 'fee_payer_accounts', 'read_quick_receipt', 'quick_receipt_list', 'cashier_totals'],
  writes: ['take_quick_payment'],
  samples: {
    find_fee_payers: () => ({ search: 'a' }),
    fee_payer_accounts: ({ student_id }) => ({ student_ids: [student_id] }),
    take_quick_payment: ({ student_id }, count) => ({
      receipt_id: newId(),
      payments: [{ student_id, amount: 1000 + count }],
      method: 'cash',
    }),
  },
};
