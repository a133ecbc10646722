import * as z from '@masomo/data/zod';
import { unwrap, withOwnKey, type Db } from '@masomo/data';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import { nullable } from '@masomo/data/nullable';
import { familyReceiptSchema, type FamilyReceipt } from '@masomo/domain/feePapers';

export const quickMethods = ['mpesa', 'cash', 'bank'] as const;
export type QuickMethod = (typeof quickMethods)[number];

/** A student as the search finds them; amounts are whole shillings. */
export type FeePayer = { id: string; name: string; admissionNumber: string; className: string; balance: number };

const accountsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    admission_number: z.string(),
    class_name: z.nullable(z.string()),
    balance: z.number(),
    /** What is left of each fee, the oldest first. */
    fees: z.array(z.object({ name: z.string(), due_on: z.string(), amount: z.number() })),
    siblings: z.array(z.object({ id: z.string(), name: z.string(), balance: z.number() })),
  }),
);
/** What a student owes, fee by fee, and who has the same guardian. */
export type PayerAccount = z.infer<typeof accountsSchema>[number];

/** One receipt over the fees of several children. */
export type QuickReceipt = FamilyReceipt;

export type ListedReceipt = {
  id: string;
  receiptNumber: string;
  students: string;
  method: string;
  reference: string;
  amount: number;
  /** How much of it was taken back. */
  reversed: number;
  cashier: string;
  recordedAt: string;
};
export type ReceiptFilter = ListFilter & { day: string };

/** What a cashier took on a day, without what was reversed. */
export type CashierTotal = {
  id: string;
  cashier: string;
  receipts: number;
  cash: number;
  mpesa: number;
  bank: number;
  reversed: number;
  amount: number;
};

/** A payment at the window; `receiptId` is made by the browser, so that sending it again records nothing. */
export type QuickPayment = {
  receiptId: string;
  payments: readonly { studentId: string; amount: number }[];
  method: QuickMethod;
  reference: string;
  /** Cash that was handed over. */
  received: number | null;
  /** The cashier says that the same was really paid twice. */
  isRepeat: boolean;
};

export const quickFeeKeys = {
  payers: (search: string) => ['quick-fees', 'payers', search] as const,
  accounts: (ids: readonly string[]) => ['quick-fees', 'accounts', ...ids] as const,
  receipt: (id: string) => ['quick-fees', 'receipt', id] as const,
  receipts: (filter: ReceiptFilter) => ['quick-fees', 'receipts', filter] as const,
  totals: (day: string) => ['quick-fees', 'totals', day] as const,
};

/** Up to eight students by name or admission number. */
export async function findFeePayers(db: Db, search: string): Promise<FeePayer[]> {
  const rows = unwrap(await db.rpc('find_fee_payers', { search }, { get: true }));
  return rows.map(({ id, name, admission_number: admissionNumber, class_name, balance }) => ({
    id,
    name,
    admissionNumber,
    className: nullable(class_name) ?? '',
    balance,
  }));
}

/** Accounts in the order of the ids. */
export async function getPayerAccounts(db: Db, ids: readonly string[]): Promise<PayerAccount[]> {
  return accountsSchema.parse(unwrap(await db.rpc('fee_payer_accounts', { student_ids: [...ids] })));
}

/** Records the payment and resolves to its receipt; one that is recorded already is returned as it is. */
export async function takeQuickPayment(db: Db, payment: QuickPayment): Promise<QuickReceipt> {
  const { receiptId, payments, method, reference, received, isRepeat } = payment;
  return familyReceiptSchema.parse(
    unwrap(
      await withOwnKey(db).rpc('take_quick_payment', {
        receipt_id: receiptId,
        payments: payments.map(({ studentId, amount }) => ({ student_id: studentId, amount })),
        method,
        ...(reference.trim() ? { reference } : {}),
        ...(received === null ? {} : { received }),
        is_repeat: isRepeat,
      }),
    ),
  );
}

/** A receipt; rejects as not found where the caller may not see it. */
export async function getQuickReceipt(db: Db, id: string): Promise<QuickReceipt> {
  return familyReceiptSchema.parse(unwrap(await db.rpc('read_quick_receipt', { receipt_id: id }, { get: true })));
}

/** Receipts of a day, the latest first. */
export async function listQuickReceipts(db: Db, { day, search, page, pageSize }: ReceiptFilter): Promise<ListPage<ListedReceipt>> {
  const rows = unwrap(
    await db.rpc(
      'quick_receipt_list',
      { day, ...(search.trim() ? { search } : {}), skipped: page * pageSize, size: pageSize },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      receiptNumber: row.receipt_number,
      students: row.students,
      method: row.method,
      reference: nullable(row.reference) ?? '',
      amount: row.amount,
      reversed: row.reversed,
      cashier: nullable(row.cashier) ?? '',
      recordedAt: row.recorded_at,
    })),
  };
}

export async function listCashierTotals(db: Db, day: string): Promise<CashierTotal[]> {
  const rows = unwrap(await db.rpc('cashier_totals', { day }, { get: true }));
  return rows.map(({ cashier_id, cashier, ...row }) => ({ ...row, id: nullable(cashier_id) ?? '', cashier: nullable(cashier) ?? '' }));
}
