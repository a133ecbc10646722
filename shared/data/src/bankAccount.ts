import { z } from 'zod';
import { unwrap, type Db } from '@masomo/data';

const paymentsSchema = z.looseObject({
  bank: z.looseObject({ bankName: z.string(), branch: z.string(), accountName: z.string(), accountNumber: z.string(), swift: z.string(), validDays: z.number().int() }),
});

/** The account bank transfers go to, as the settings keep it. */
export type BankDetails = z.infer<typeof paymentsSchema>['bank'];

export const bankKeys = { details: () => ['settings', 'bank'] as const };

async function readPayments(db: Db) {
  return paymentsSchema.parse(unwrap(await db.from('settings').select('value').eq('key', 'payments').single()).value);
}

/** The account proforma invoices name. */
export async function getBankDetails(db: Db): Promise<BankDetails> {
  return (await readPayments(db)).bank;
}

/** Changes the account; orders placed from now on name it. Super admins only. */
export async function saveBankDetails(db: Db, bank: Partial<BankDetails>): Promise<string> {
  const payments = await readPayments(db);
  const value = z.record(z.string(), z.json()).parse({ ...payments, bank: { ...payments.bank, ...bank } });
  return unwrap(await db.from('settings').update({ value }).eq('key', 'payments').select('key').single()).key;
}
