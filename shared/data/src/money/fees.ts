import { z } from 'zod';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { containing, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export const paymentMethods = ['mpesa', 'cash', 'bank', 'cheque'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a learner was charged, has paid and owes, in whole shillings. */
export type StudentAccount = {
  id: string;
  student: string;
  admissionNumber: string;
  className: string;
  charged: number;
  paid: number;
  balance: number;
  lastPaidOn: string | null;
};
export type AccountFilter = ListFilter & { classId: string; isOwingOnly: boolean };
/** One item of a term's fees; `classId` empty for every learner. */
export type Fee = {
  id: string;
  termId: string;
  name: string;
  amount: number;
  dueOn: string;
  classId: string;
  className: string;
  isBilled: boolean;
};
export type FeeFields = { termId: string; name: string; amount: number; dueOn: string; classId: string };

const totalsSchema = z.object({
  charged: z.number(),
  paid: z.number(),
  owed: z.number(),
  debtors: z.number(),
  paid_this_month: z.number(),
});
export type FeeTotals = z.infer<typeof totalsSchema>;

const billSchema = z.object({
  students: z.number(),
  invoices: z.number(),
  charges: z.number(),
  total: z.number(),
  without_class: z.number(),
  has_fees: z.boolean(),
  items: z.array(z.object({ name: z.string(), amount: z.number(), students: z.number(), total: z.number() })),
});
/** What billing a term did, or would do. */
export type TermBill = z.infer<typeof billSchema>;

const statementSchema = z.object({
  student: z.object({ id: z.string(), name: z.string(), admission_number: z.string(), class_name: z.string().nullable() }),
  school: z.object({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string(),
    payment_instructions: z.string().nullish(),
  }),
  charged: z.number(),
  paid: z.number(),
  balance: z.number(),
  lines: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(['charge', 'payment', 'reversal']),
      text: z.string(),
      reference: z.string(),
      charged: z.number(),
      paid: z.number(),
      balance: z.number(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      receipt_number: z.string(),
      amount: z.number(),
      method: z.string(),
      reference: z.string().nullable(),
      paid_on: z.string(),
      is_reversed: z.boolean(),
      recorded_by: z.string().nullable(),
    }),
  ),
});
/** A learner's account as a ledger, oldest line first. */
export type AccountStatement = z.infer<typeof statementSchema>;
export type FeePayment = AccountStatement['payments'][number];

export const feeKeys = {
  accounts: (filter: AccountFilter) => ['fees', 'accounts', filter] as const,
  totals: () => ['fees', 'totals'] as const,
  term: (termId: string) => ['fees', 'term', termId] as const,
  bill: (termId: string) => ['fees', 'bill', termId] as const,
  statement: (studentId: string) => ['fees', 'statement', studentId] as const,
};

/** Accounts of the school's present learners; sortable by every figure. */
export async function listAccountBalances(db: Db, filter: AccountFilter): Promise<ListPage<StudentAccount>> {
  let query = db
    .from('student_accounts')
    .select('id, first_name, last_name, admission_number, class_name, charged, paid, balance, last_paid_on', { count: 'exact' });
  // Who has left is listed as long as something is owed.
  query = query.or('status.in.(active,suspended),balance.neq.0');
  if (filter.classId) query = query.eq('class_id', filter.classId);
  if (filter.isOwingOnly) query = query.gt('balance', 0);
  const words = containing(filter.search.toLowerCase());
  if (words) query = query.like('search_text', words);
  const column = sortColumn(filter.sort.column, ['last_name', 'admission_number', 'charged', 'paid', 'balance', 'last_paid_on']);
  const { rows, total } = unwrapPage(
    await query
      .order(column, { ascending: !filter.sort.descending, nullsFirst: false })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id ?? '',
      student: `${row.first_name ?? ''} ${row.last_name ?? ''}`,
      admissionNumber: row.admission_number ?? '',
      className: row.class_name ?? '',
      charged: row.charged ?? 0,
      paid: row.paid ?? 0,
      balance: row.balance ?? 0,
      lastPaidOn: row.last_paid_on,
    })),
  };
}

/** The school's fees in all. */
export async function getFeeTotals(db: Db): Promise<FeeTotals> {
  return totalsSchema.parse(unwrap(await db.rpc('fee_totals', {}, { get: true })));
}

/** The items of a term's fees. */
export async function listFees(db: Db, termId: string): Promise<Fee[]> {
  const rows = unwrap(
    await db
      .from('fees')
      .select('id, term_id, name, amount, due_on, class_id, classes(name), fee_charges(id)')
      .eq('term_id', termId)
      .order('name')
      .order('id')
      .limit(1, { referencedTable: 'fee_charges' }),
  );
  return rows.map((row) => ({
    id: row.id,
    termId: row.term_id,
    name: row.name,
    amount: row.amount,
    dueOn: row.due_on,
    classId: row.class_id ?? '',
    className: row.classes?.name ?? '',
    isBilled: row.fee_charges.length > 0,
  }));
}

/** Adds an item to a term's fees, or changes one that is not billed yet; resolves to its id. */
export async function saveFee(db: Db, { id, fields }: { id?: string | undefined; fields: FeeFields }): Promise<string> {
  const { termId, name, amount, dueOn, classId } = fields;
  return unwrap(
    await db.rpc('save_fee', {
      term_id: termId,
      name,
      amount,
      due_on: dueOn,
      ...(classId ? { class_id: classId } : {}),
      ...(id ? { fee_id: id } : {}),
    }),
  );
}

/** Takes away an item nobody was billed for. */
export async function removeFee(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('remove_fee', { fee_id: id });
  return unwrap({ data: id, error, status });
}

/** What billing the term would do now. */
export async function previewTermBill(db: Db, termId: string): Promise<TermBill> {
  return billSchema.parse(unwrap(await db.rpc('bill_term', { term_id: termId, dry_run: true })));
}

/** Bills the term: every learner once, however often it is called. */
export async function billTerm(db: Db, termId: string): Promise<TermBill> {
  return billSchema.parse(unwrap(await db.rpc('bill_term', { term_id: termId })));
}

/** A learner's account. */
export async function getStatement(db: Db, studentId: string): Promise<AccountStatement> {
  return statementSchema.parse(unwrap(await db.rpc('student_account', { student_id: studentId }, { get: true })));
}

export type NewPayment = { studentId: string; amount: number; method: PaymentMethod; reference: string; paidOn: string; requestId: string };

/** Records that a learner's fees were paid, once per `requestId`; resolves to the receipt's number. */
export async function recordFeePayment(db: Db, { studentId, amount, method, reference, paidOn, requestId }: NewPayment): Promise<string> {
  return unwrap(
    await db.rpc('record_fee_payment', {
      student_id: studentId,
      amount,
      method,
      ...(reference ? { reference } : {}),
      paid_on: paidOn,
      request_id: requestId,
    }),
  ).receipt_number;
}

/** Takes a payment back; resolves to the reversal's number. */
export async function reverseFeePayment(db: Db, { id, reason }: { id: string; reason: string }): Promise<string> {
  return unwrap(await db.rpc('reverse_fee_payment', { payment_id: id, reason })).receipt_number;
}

const reminderSchema = z.object({ mailed: z.number(), unreachable: z.number() });

/** Mails the guardians of those who owe; without ids of everybody who owes. At most once a day each. */
export async function remindOfFees(db: Db, ids: readonly string[] | undefined): Promise<z.infer<typeof reminderSchema>> {
  return reminderSchema.parse(unwrap(await db.rpc('remind_of_fees', ids ? { student_ids: [...ids] } : {})));
}
