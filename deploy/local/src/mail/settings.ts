import { z } from 'zod';

/** Mail settings of the environment; without a mail server mails stay in the local mailbox. */
export const mailSettingsSchema = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@mail.example:465' }).optional(),
  RESEND_API_KEY: z.string().min(1).optional(),
  RESEND_BASE_URL: z.url().optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>]+ )?<?[^@\s<>]+@[^@\s<>]+>?$/, 'must look like School <no-reply@school.example>')
    .optional(),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;

/** Reads the mail settings of an environment. Throws one line that names the invalid variable. */
export function readMailSettings(environment: Record<string, string | undefined>): MailSettings {
  const values = Object.fromEntries(Object.keys(mailSettingsSchema.shape).map((name) => [name, environment[name] || undefined]));
  const parsed = mailSettingsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.') ?? 'The mail settings'} ${issue?.message ?? 'are invalid'}.`);
}
