import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AuthContext } from '../context.ts';
import { dataValues, escapeHtml, fillTemplate, languageOf, plainText } from './emailTemplates.ts';

type Notice = 'password_changed' | 'email_changed' | 'mfa_factor_enrolled' | 'mfa_factor_unenrolled';

const folder = path.resolve(import.meta.dirname, '../../../../../supabase');

/** Mails a person after the response that something about the safety of their account has changed. */
export function notify(
  context: AuthContext,
  notice: Notice,
  { to, email, oldEmail = '', data }: { to: string; email: string; oldEmail?: string; data: Record<string, unknown> | null },
): void {
  const template = context.settings.email.notification[notice];
  if (!context.sendsMail || !template?.enabled || !to) return;
  context.afterwards(async () => {
    const values = { SiteURL: context.origin, Email: email, OldEmail: oldEmail, FactorType: 'totp', ...dataValues(data) };
    const html = fillTemplate(await readFile(path.resolve(folder, template.content_path), 'utf8'), values, escapeHtml);
    const subject = fillTemplate(template.subject, values, (value) => value);
    await context.mailer.send({ to, subject, html, text: plainText(html), kind: notice, language: languageOf(data) });
  });
}
