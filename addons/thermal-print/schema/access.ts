import { callable } from '@masomo/domain/functionAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const receiptOfStaff = `select l.payment_id from private.quick_receipt_lines l join public.quick_receipts r on r.id = l.receipt_id
  join public.users u on u.id = r.cashier_id where u.email = 'staff@greenfield.test'`;

export const access: ModuleAccess = {
  tables: { thermal_prints: { select: { admin: 'school', staff: 'some' } } },
  functions: callable(['admin', 'staff'], 'print_receipt'),
  writes: ['print_receipt'],
  sampleIds: `${receiptOfStaff} and r.school_id = $1 limit 1`,
  samples: { print_receipt: ({ payment_id }) => ({ payment_id }) },
  arguments: { print_receipt: `(${receiptOfStaff} limit 1)` },
};
