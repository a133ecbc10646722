import * as z from '@masomo/data/zod';
import { unwrap, unwrapPage, withOwnKey, type Db } from '@masomo/data';
import { accountStatementSchema, type AccountStatement } from '@masomo/domain/feePapers';
import { fullName, surnameFirst } from '@masomo/domain/personName';
import type { Boarding } from '../people/students.ts';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export const paymentMethods = ['mpesa', 'cash', 'bank', 'cheque'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a student was charged, has paid and owes, in whole shillings. */
export type StudentAccount = {
  id: string;
  student: string;
  /** `Njeri, Brian`, as the list is sorted. */ listedName: string;
  admissionNumber: string;
  className: string;
  charged: number;
  paid: number;
  balance: number;
  /** What had to be paid before today and was not. */ overdue: number;
  lastPaidOn: string | null;
};
/** Which accounts a list has, whatever their order and page. */
export type AccountChoice = { search: string; classId: string; isOwingOnly: boolean };
export type AccountFilter = ListFilter & AccountChoice;
/** A fee of a term; an empty `classId` means every student. */
export type Fee = {
  id: string;
  termId: string;
  name: string;
  amount: number;
  dueOn: string;
  classId: string;
  className: string;
  /** Day scholars or boarders only; null for both. */
  boarding: Boarding | null;
  isBilled: boolean;
};
export type FeeFields = { termId: string; name: string; amount: number; dueOn: string; classId: string; boarding: '' | Boarding };

const totalsSchema = z.object({
  charged: z.number(),
  paid: z.number(),
  owed: z.number(),
  /** What students paid beyond their charges. */
  paid_ahead: z.number(),
  /** What was credited; `charged` is without it. */
  credited: z.number(),
  debtors: z.number(),
  paid_this_month: z.number(),
});
export type FeeTotals = z.infer<typeof totalsSchema>;

const boardingSchema = z.nullish(z.enum(['day', 'boarder']));
const billSchema = z.object({
  students: z.number(),
  invoices: z.number(),
  charges: z.number(),
  total: z.number(),
  without_class: z.number(),
  /** How many are neither known as day scholars nor as boarders, where a fee is for one of them. */
  without_boarding: z._default(z.number(), 0),
  has_fees: z.boolean(),
  items: z.array(
    z.object({
      name: z.string(),
      amount: z.number(),
      students: z.number(),
      total: z.number(),
      class_name: z.nullish(z.string()),
      boarding: boardingSchema,
    }),
  ),
  /** Fees of the class to which students moved after they were billed for another, or of boarders or day scholars that they became; `charged` is what they were billed for the same. */
  moved: z._default(
    z.array(
      z.object({
        student_id: z.string(),
        student: z.string(),
        fee_id: z.string(),
        name: z.string(),
        amount: z.number(),
        charged: z.number(),
        boarding: boardingSchema,
        class_name: z.nullish(z.string()),
        charged_class_name: z.nullish(z.string()),
      }),
    ),
    [],
  ),
});
/** The result of billing a term, or of its dry run. */
export type TermBill = z.infer<typeof billSchema>;
export type MovedFee = TermBill['moved'][number];

export type FeePayment = AccountStatement['payments'][number];
/** A charge; `credited` is what credit notes took back of it. */
export type FeeCharge = AccountStatement['charges'][number];

export const feeKeys = {
  accounts: (filter: AccountFilter) => ['fees', 'accounts', filter] as const,
  totals: () => ['fees', 'totals'] as const,
  accountTotals: (filter: AccountChoice) => ['fees', 'account totals', filter] as const,
  term: (termId: string) => ['fees', 'term', termId] as const,
  bill: (termId: string) => ['fees', 'bill', termId] as const,
  statement: (studentId: string) => ['fees', 'statement', studentId] as const,
};

/** Fee accounts of current students, and of former ones who still owe. */
export async function listAccountBalances(db: Db, filter: AccountFilter): Promise<ListPage<StudentAccount>> {
  let query = db
    .from('student_accounts')
    .select('id, first_name, last_name, admission_number, class_name, charged, paid, balance, due, last_paid_on', { count: 'exact' });
  // Former students are listed until their account is settled.
  query = query.or('status.in.(active,suspended),balance.neq.0');
  if (filter.classId) query = query.eq('class_id', filter.classId);
  if (filter.isOwingOnly) query = query.gt('balance', 0);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
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
      student: fullName(row.first_name ?? '', row.last_name),
      listedName: surnameFirst(row.first_name, row.last_name),
      admissionNumber: row.admission_number ?? '',
      className: row.class_name ?? '',
      charged: row.charged ?? 0,
      paid: row.paid ?? 0,
      balance: row.balance ?? 0,
      overdue: Math.max(0, (row.due ?? 0) - (row.paid ?? 0)),
      lastPaidOn: row.last_paid_on,
    })),
  };
}

/** What the chosen accounts come to. */
export async function getAccountTotals(db: Db, { search, classId, isOwingOnly }: AccountChoice) {
  const rows = unwrap(
    await db.rpc('account_list_totals', { is_owing: isOwingOnly, search, ...(classId ? { class_id: classId } : {}) }, { get: true }),
  );
  return rows[0] ?? { charged: 0, paid: 0, balance: 0 };
}

/** Totals of the school's fees. */
export async function getFeeTotals(db: Db): Promise<FeeTotals> {
  return totalsSchema.parse(unwrap(await db.rpc('fee_totals', {}, { get: true })));
}

/** Fees of a term. */
export async function listFees(db: Db, termId: string): Promise<Fee[]> {
  const rows = unwrap(
    await db
      .from('fees')
      .select('id, term_id, name, amount, due_on, class_id, boarding, classes(name), fee_charges(id)')
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
    boarding: row.boarding,
    isBilled: row.fee_charges.length > 0,
  }));
}

/** Adds or updates a fee that is not billed yet; resolves to its id. */
export async function saveFee(db: Db, { id, fields }: { id?: string | undefined; fields: FeeFields }): Promise<string> {
  const { termId, name, amount, dueOn, classId, boarding } = fields;
  return unwrap(
    await db.rpc('save_fee', {
      term_id: termId,
      name,
      amount,
      due_on: dueOn,
      ...(classId ? { class_id: classId } : {}),
      ...(id ? { fee_id: id } : {}),
      ...(boarding ? { boarding } : {}),
    }),
  );
}

/** Sets a fee for each class of a level; resolves to how many classes that are. */
export async function saveLevelFee(db: Db, { level, fields }: { level: string; fields: Omit<FeeFields, 'classId'> }): Promise<number> {
  const { termId, name, amount, dueOn, boarding } = fields;
  return unwrap(await db.rpc('save_level_fee', { term_id: termId, name, amount, due_on: dueOn, level, ...(boarding ? { boarding } : {}) }));
}

/** Removes a fee nobody was billed for. */
export async function removeFee(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('remove_fee', { fee_id: id });
  return unwrap({ data: id, error, status });
}

/** Previews billing the term. */
export async function previewTermBill(db: Db, termId: string): Promise<TermBill> {
  return billSchema.parse(unwrap(await db.rpc('bill_term', { term_id: termId, dry_run: true })));
}

/** Bills the term; repeated calls bill no student twice. */
export async function billTerm(db: Db, termId: string): Promise<TermBill> {
  return billSchema.parse(unwrap(await db.rpc('bill_term', { term_id: termId })));
}

/** Bills a student who moved a fee of the new class, less what was billed for the same before; resolves to the amount. */
export async function billMovedFee(db: Db, { studentId, feeId }: { studentId: string; feeId: string }): Promise<number> {
  return unwrap(await db.rpc('bill_moved_fee', { student_id: studentId, fee_id: feeId }));
}

/** Takes back a charge or a part of it, once per `requestId`; resolves to the number of the credit note. */
export async function creditCharge(
  db: Db,
  { chargeId, amount, reason, requestId }: { chargeId: string; amount: number; reason: string; requestId: string },
): Promise<string> {
  return unwrap(await withOwnKey(db).rpc('credit_charge', { charge_id: chargeId, amount, reason, request_id: requestId })).credit_number;
}

/** A student's account statement. */
export async function getStatement(db: Db, studentId: string): Promise<AccountStatement> {
  return accountStatementSchema.parse(unwrap(await db.rpc('student_account', { student_id: studentId }, { get: true })));
}

export type NewPayment = { studentId: string; amount: number; method: PaymentMethod; reference: string; paidOn: string; requestId: string };

/** Records a fee payment once per `requestId`; resolves to the receipt number. */
export async function recordFeePayment(db: Db, { studentId, amount, method, reference, paidOn, requestId }: NewPayment): Promise<string> {
  return unwrap(
    await withOwnKey(db).rpc('record_fee_payment', {
      student_id: studentId,
      amount,
      method,
      ...(reference ? { reference } : {}),
      paid_on: paidOn,
      request_id: requestId,
    }),
  ).receipt_number;
}

/** Reverses a payment; resolves to the receipt number of the reversal. */
export async function reverseFeePayment(db: Db, { id, reason }: { id: string; reason: string }): Promise<string> {
  return unwrap(await db.rpc('reverse_fee_payment', { payment_id: id, reason })).receipt_number;
}
