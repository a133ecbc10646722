import * as z from '@masomo/data/zod';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { fullName, surnameFirst } from '@masomo/domain/personName';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import type { PaymentMethod } from './fees.ts';

/** A payment; a reversal has a negative amount and a reason. */
export type ListedPayment = {
  id: string;
  studentId: string;
  student: string;
  /** `Njeri, Brian`, as the list is sorted. */ listedName: string;
  admissionNumber: string;
  className: string;
  receiptNumber: string;
  amount: number;
  method: string;
  reference: string;
  paidOn: string;
  recordedBy: string;
  isReversal: boolean;
  isReversed: boolean;
  reason: string;
};
/** Days as `2026-11-21`; empty values do not filter. */
export type PaymentFilter = ListFilter & PaymentTotalsFilter;
export type PaymentTotalsFilter = { method: PaymentMethod | ''; from: string; to: string; search?: string };

/** An invoice; `balance` is what the student's whole account owes. */
export type ListedInvoice = {
  id: string;
  studentId: string;
  student: string;
  listedName: string;
  admissionNumber: string;
  className: string;
  number: string;
  term: string;
  issuedOn: string;
  dueOn: string | null;
  amount: number;
  balance: number;
};
/** Which invoices a list has, whatever their order and page. */
export type InvoiceChoice = { search: string; termId: string; classId: string };
export type InvoiceFilter = ListFilter & InvoiceChoice;

const totalsSchema = z.object({
  payments: z.number(),
  amount: z.number(),
  methods: z.array(z.object({ method: z.string(), payments: z.number(), amount: z.number() })),
});
export type PaymentTotals = z.infer<typeof totalsSchema>;

export const feeListKeys = {
  payments: (filter: PaymentFilter) => ['fees', 'payments', filter] as const,
  paymentTotals: (choice: PaymentTotalsFilter) => ['fees', 'payment totals', choice] as const,
  invoiceTotals: (choice: InvoiceChoice) => ['fees', 'invoice totals', choice] as const,
  invoices: (filter: InvoiceFilter) => ['fees', 'invoices', filter] as const,
};

const nameOf = (row: { first_name: string | null; last_name: string | null }) => fullName(row.first_name ?? '', row.last_name);

/** Payments found by receipt number, payment reference or student. */
export async function listPayments(db: Db, filter: PaymentFilter): Promise<ListPage<ListedPayment>> {
  let query = db
    .from('fee_payment_list')
    .select(
      'id, student_id, first_name, last_name, admission_number, class_name, receipt_number, amount, method, reference, paid_on, recorded_by, is_reversal, is_reversed, reason',
      { count: 'exact' },
    );
  if (filter.method) query = query.eq('method', filter.method);
  if (filter.from) query = query.gte('paid_on', filter.from);
  if (filter.to) query = query.lte('paid_on', filter.to);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const ascending = !filter.sort.descending;
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['paid_on', 'receipt_number', 'last_name', 'amount']), { ascending })
      .order('created_at', { ascending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id ?? '',
      studentId: row.student_id ?? '',
      student: nameOf(row),
      listedName: surnameFirst(row.first_name, row.last_name),
      admissionNumber: row.admission_number ?? '',
      className: row.class_name ?? '',
      receiptNumber: row.receipt_number ?? '',
      amount: row.amount ?? 0,
      method: row.method ?? '',
      reference: row.reference ?? '',
      paidOn: row.paid_on ?? '',
      recordedBy: row.recorded_by ?? '',
      isReversal: row.is_reversal ?? false,
      isReversed: row.is_reversed ?? false,
      reason: row.reason ?? '',
    })),
  };
}

/** Totals of the filtered payments, net of reversals. */
export async function getPaymentTotals(db: Db, { method, from, to, search = '' }: PaymentTotalsFilter): Promise<PaymentTotals> {
  return totalsSchema.parse(
    unwrap(
      await db.rpc(
        'fee_payment_totals',
        {
          ...(from ? { from_day: from } : {}),
          ...(to ? { to_day: to } : {}),
          ...(method ? { method } : {}),
          ...(search ? { search } : {}),
        },
        { get: true },
      ),
    ),
  );
}

/** What the chosen invoices come to, and how much of it was credited since. */
export async function getInvoiceTotals(db: Db, { search, termId, classId }: InvoiceChoice): Promise<{ amount: number; credited: number }> {
  const rows = unwrap(
    await db.rpc(
      'invoice_list_totals',
      { search, ...(termId ? { term_id: termId } : {}), ...(classId ? { class_id: classId } : {}) },
      { get: true },
    ),
  );
  return { amount: rows[0]?.amount ?? 0, credited: rows[0]?.credited ?? 0 };
}

/** Invoices found by number or student. */
export async function listInvoices(db: Db, filter: InvoiceFilter, signal = new AbortController().signal): Promise<ListPage<ListedInvoice>> {
  let query = db
    .from('fee_invoice_list')
    .select(
      'id, student_id, first_name, last_name, admission_number, class_name, invoice_number, term, issued_on, due_on, amount, balance',
      { count: 'exact' },
    );
  if (filter.termId) query = query.eq('term_id', filter.termId);
  if (filter.classId) query = query.eq('class_id', filter.classId);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const ascending = !filter.sort.descending;
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['issued_on', 'invoice_number', 'last_name']), { ascending })
      .order('invoice_number', { ascending })
      .range(...rangeOf(filter))
      .abortSignal(signal),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id ?? '',
      studentId: row.student_id ?? '',
      student: nameOf(row),
      listedName: surnameFirst(row.first_name, row.last_name),
      admissionNumber: row.admission_number ?? '',
      className: row.class_name ?? '',
      number: row.invoice_number ?? '',
      term: row.term ?? '',
      issuedOn: row.issued_on ?? '',
      dueOn: row.due_on,
      amount: row.amount ?? 0,
      balance: row.balance ?? 0,
    })),
  };
}
