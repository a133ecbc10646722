import { z } from 'zod';
import { unwrap, type Db } from '@masomo/data';

export const reminderKeys = {
  preview: (ids: readonly string[] | undefined) => ['fees', 'reminders', ids ?? 'all'] as const,
};

const previewSchema = z.object({
  mailed: z.number(),
  /** Students whose guardian was reminded today already. */
  reminded: z.number(),
  /** Students without a guardian who has an address and may be told. */
  unreachable: z.number(),
  balance: z.number(),
  left: z.number(),
  example: z.nullable(
    z.object({
      guardian: z.string(),
      email: z.string(),
      student: z.string(),
      admission_number: z.string(),
      balance: z.number(),
      overdue: z.number(),
    }),
  ),
  how_to_pay: z.string(),
});
/** What would be sent: how many emails and for what balance in whole shillings, and what the first of them says. */
export type ReminderPreview = z.infer<typeof previewSchema>;

const argumentsOf = (ids: readonly string[] | undefined) => (ids ? { student_ids: [...ids] } : {});

/** What `remindOfFees` would send; without ids, to the guardians of everybody who owes. */
export async function previewFeeReminders(db: Db, ids: readonly string[] | undefined): Promise<ReminderPreview> {
  return previewSchema.parse(unwrap(await db.rpc('preview_fee_reminders', argumentsOf(ids))));
}

const reminderSchema = z.object({
  mailed: z.number(),
  unreachable: z.number(),
  /** Reminders that were not sent, for the emails of the day are used up. */
  unsent: z.number(),
  /** Emails that the school may still send today. */
  left: z.number(),
});

/** Emails the guardians of students who owe, at most once a day each; without ids, of all of them. */
export async function remindOfFees(db: Db, ids: readonly string[] | undefined): Promise<z.infer<typeof reminderSchema>> {
  return reminderSchema.parse(unwrap(await db.rpc('remind_of_fees', argumentsOf(ids))));
}
