import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AuthError, unprocessable } from '../errors.ts';
import { MailOffError } from '../../mail/mailer.ts';
import { type AuthContext } from '../context.ts';
import { type Db } from '../../database/transaction.ts';
import { isPkceToken } from './oneTimeTokens.ts';

export type MailKind = 'invite' | 'recovery' | 'confirmation' | 'magic_link' | 'email_change' | 'reauthentication';

/** Value of `type` in a mailed link. */
export const linkTypes: Record<Exclude<MailKind, 'reauthentication'>, string> = {
  invite: 'invite',
  recovery: 'recovery',
  confirmation: 'signup',
  magic_link: 'magiclink',
  email_change: 'email_change',
};

const project = path.resolve(import.meta.dirname, '../../../../..');

type ActionMail = {
  kind: MailKind;
  to: string;
  code: string;
  hash: string;
  redirectTo: string;
  /** Current address of the account, and the new one of an email change. */
  email: string;
  newEmail?: string;
  data: Record<string, unknown> | null;
};

/** Page of the product that asks for a press before it uses a link up, so that following one signs nobody in. */
export function confirmPage({ origin }: Pick<AuthContext, 'origin'>, { hash, type }: { hash: string; type: string }): string {
  return `${origin}/login/confirm?${new URLSearchParams({ token_hash: hash, type })}`;
}

/** URL of a mailed link: the page above, or for a browser that asked with a PKCE challenge the `verify` endpoint, whose answer only it can use. */
export function actionLink(
  context: Pick<AuthContext, 'origin'>,
  { kind, hash, redirectTo }: Pick<ActionMail, 'kind' | 'hash' | 'redirectTo'>,
): string {
  const type = kind === 'reauthentication' ? kind : linkTypes[kind];
  if (!isPkceToken(hash)) return confirmPage(context, { hash, type });
  return `${context.origin}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo })}`;
}

/** An account's metadata under the names that templates have for it. */
export const dataValues = (data: Record<string, unknown> | null): Record<string, string> =>
  Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [`Data.${key}`, String(value)]));

/** The language that an account chose, for the outbox. */
export const languageOf = (data: Record<string, unknown> | null) => (data?.['language'] === 'sw' ? 'sw' : 'en');

/** Mails a code and its link with the templates of `supabase/config.toml`, which hosted Supabase uses too. */
export async function sendActionMail(context: AuthContext, db: Db, mail: ActionMail): Promise<void> {
  const template = context.settings.email.template[mail.kind];
  const link = actionLink(context, mail);
  const values: Record<string, string> = {
    ConfirmationURL: link,
    Token: mail.code,
    TokenHash: mail.hash,
    SiteURL: context.origin,
    RedirectTo: mail.redirectTo,
    Email: mail.email,
    NewEmail: mail.newEmail ?? '',
    ...dataValues(mail.data),
  };
  const source = template?.content_path
    ? await readFile(path.resolve(project, template.content_path), 'utf8')
    : '<p><a href="{{ .ConfirmationURL }}">{{ .ConfirmationURL }}</a></p><p>{{ .Token }}</p>';
  const html = fillTemplate(source, values, escapeHtml);
  const subject = fillTemplate(template?.subject ?? 'Confirm it is you', values, (value) => value);
  const made = { to: mail.to, subject, html, text: plainText(html), kind: mail.kind, language: languageOf(mail.data) };
  await context.mailer.send(made, db).catch((error: unknown) => {
    if (error instanceof MailOffError) throw unprocessable('email_provider_disabled', error.message);
    context.onError(error);
    throw new AuthError(500, 'unexpected_failure', `Error sending ${mail.kind} email`);
  });
}

const placeholder = /\{\{\s*(?:if (?:\.([\w.]+)|eq \.([\w.]+) "([^"]*)")|(else|end)|\.([\w.]+))\s*\}\}/g;

/** Fills in what the templates use of Go's language: `{{ .Name }}`, `{{ if .Name }}`, `{{ if eq .Name "text" }}`, `{{ else }}` and `{{ end }}`. */
export function fillTemplate(source: string, values: Record<string, string>, escape: (value: string) => string): string {
  const branches: boolean[] = [];
  let filled = '';
  let position = 0;
  const append = (text: string) => {
    if (!branches.includes(false)) filled += text;
  };
  for (const match of source.matchAll(placeholder)) {
    const [whole, present, compared, expected, word, name] = match;
    append(source.slice(position, match.index));
    position = match.index + whole.length;
    if (present !== undefined) branches.push(Boolean(values[present]));
    else if (compared !== undefined) branches.push(values[compared] === expected);
    else if (word === 'else') branches.push(!branches.pop());
    else if (word === 'end') branches.pop();
    else if (name !== undefined) append(escape(values[name] ?? ''));
  }
  append(source.slice(position));
  return filled;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Plain text of a template's HTML. */
export function plainText(html: string): string {
  const decoded = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));
  return html
    .replace(/<head>[\s\S]*?<\/head>/, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => decoded.get(entity) ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n');
}
