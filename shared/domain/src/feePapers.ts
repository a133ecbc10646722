import * as z from 'zod/mini';
import { paperSchoolSchema } from './paperSchool.ts';
import { translatable } from './translatable.ts';

const paymentSchema = z.object({
  id: z.string(),
  receipt_number: z.string(),
  amount: z.number(),
  method: z.string(),
  reference: z.nullable(z.string()),
  paid_on: z.string(),
  is_reversed: z.boolean(),
  recorded_by: z.nullable(z.string()),
});

/** A student's account as a ledger, oldest line first; amounts in whole shillings. */
export const accountStatementSchema = z.object({
  student: z.object({ id: z.string(), name: z.string(), admission_number: z.string(), class_name: z.nullable(z.string()) }),
  school: paperSchoolSchema,
  charged: z.number(),
  paid: z.number(),
  balance: z.number(),
  lines: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(['charge', 'credit', 'payment', 'reversal']),
      text: z.string(),
      reference: z.string(),
      charged: z.number(),
      paid: z.number(),
      balance: z.number(),
    }),
  ),
  charges: z._default(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        amount: z.number(),
        credited: z.number(),
        due_on: z.string(),
        invoice_number: z.nullable(z.string()),
        class_name: z.nullable(z.string()),
      }),
    ),
    [],
  ),
  payments: z.array(paymentSchema),
});
export type AccountStatement = z.infer<typeof accountStatementSchema>;

/** What the receipt of a payment says, as it was when it was first made. */
export const issuedReceiptSchema = z.object({
  school: paperSchoolSchema,
  student: accountStatementSchema.shape.student,
  balance: z.number(),
  payment: paymentSchema,
});
export type IssuedReceipt = z.infer<typeof issuedReceiptSchema>;

/** One receipt over the fees of several children, with what each of them owes. */
export const familyReceiptSchema = z.object({
  id: z.string(),
  receipt_number: z.string(),
  method: z.enum(['mpesa', 'cash', 'bank']),
  reference: z.nullable(z.string()),
  amount: z.number(),
  received: z.nullable(z.number()),
  paid_on: z.string(),
  recorded_at: z.string(),
  cashier: z.nullable(z.string()),
  school: paperSchoolSchema,
  students: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      admission_number: z.string(),
      class_name: z.nullable(z.string()),
      balance: z.number(),
      payment_id: z.string(),
      amount: z.number(),
      is_reversed: z.boolean(),
      /** A line without a name is paid ahead. */
      lines: z.array(z.object({ name: z.nullable(z.string()), amount: z.number() })),
    }),
  ),
});
export type FamilyReceipt = z.infer<typeof familyReceiptSchema>;

/** How school fees are paid, as papers say it in English; `say` says it in another language. */
const methodLabels: Readonly<Record<string, string>> = {
  mpesa: 'M-Pesa',
  cash: translatable('Cash'),
  bank: translatable('Bank deposit'),
  cheque: translatable('Cheque'),
};
/** The label of a method as the database names it; an unknown one stays as it is. */
export const feeMethodLabel = (method: string): string => methodLabels[method] ?? method;
