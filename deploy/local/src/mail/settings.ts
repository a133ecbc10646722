import { z } from 'zod';

/** How mail leaves, from the environment; without a server of one's own it stays in the local mailbox. */
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

/** Reads the mail settings of an environment; a wrong one is one line that names it. */
export function readMailSettings(environment: Record<string, string | undefined>): MailSettings {
  const values = Object.fromEntries(Object.keys(mailSettingsSchema.shape).map((name) => [name, environment[name] || undefined]));
  const parsed = mailSettingsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  throw new Error(`${problem?.path.join('.') ?? 'The mail settings'} ${problem?.message ?? 'are wrong'}.`);
}
