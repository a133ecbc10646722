import * as z from '@masomo/data/zod';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { fullName } from '@masomo/domain/personName';
import { rangeOf, searchPatterns, type ListFilter, type ListPage } from '@masomo/data/listing';

const printSchema = z.object({
  receipt_number: z.string(),
  /** 0 is the receipt itself. */
  copy: z.number(),
  printed_at: z.string(),
  paper: z.enum(['58', '80']),
  header: z.string(),
  footer: z.string(),
  method: z.string(),
  reference: z.nullable(z.string()),
  amount: z.number(),
  received: z.nullable(z.number()),
  recorded_at: z.string(),
  cashier: z.nullable(z.string()),
  school: z.object({ name: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()), address: z.string() }),
  students: z.array(
    z.object({
      name: z.string(),
      admission_number: z.string(),
      class_name: z.nullable(z.string()),
      balance: z.number(),
      amount: z.number(),
      is_reversed: z.boolean(),
      /** A line without a name is paid ahead. */
      lines: z.array(z.object({ name: z.nullable(z.string()), amount: z.number() })),
    }),
  ),
});
/** What is on the paper; amounts in whole shillings. */
export type ReceiptPrint = z.infer<typeof printSchema>;

/** A print that was made. */
export type PrintLogEntry = { id: string; receiptNumber: string; copy: number; printedBy: string; printedAt: string };

export const thermalPrintKeys = { log: (filter: ListFilter) => ['thermal-print', 'log', filter] as const };

/** Counts a print of the receipt that a payment belongs to, and resolves to what is on it. */
export async function printReceipt(db: Db, paymentId: string): Promise<ReceiptPrint> {
  return printSchema.parse(unwrap(await db.rpc('print_receipt', { payment_id: paymentId })));
}

/** The prints of the school, the latest first; found by the receipt's number. */
export async function listPrints(db: Db, filter: ListFilter): Promise<ListPage<PrintLogEntry>> {
  let query = db.from('thermal_prints').select('id, receipt_number, copy, printed_at, users(first_name, last_name)', { count: 'exact' });
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order('printed_at', { ascending: false })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map(({ id, receipt_number: receiptNumber, copy, printed_at: printedAt, users: person }) => ({
      id,
      receiptNumber,
      copy,
      printedAt,
      printedBy: person ? fullName(person.first_name, person.last_name) : '',
    })),
  };
}
