import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fillPlaces, type Say } from '@masomo/domain/say';
import type { CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { root } from '../root.ts';

type AuthMail = {
  subject: string;
  title: string;
  paragraphs: string[];
  link?: { type: string; button: string; after?: string; more?: string };
  code?: string;
  note: string;
};

const account = { email: '{{ .Email }}', site: '{{ .SiteURL }}' };

/** The same mail says to a school that starts a trial what it says to people whom somebody invites. */
const trialOr = (trial: string, invited: string) => `{{ if .Data.trial }}${trial}{{ else }}${invited}{{ end }}`;

const wasItYou = (say: Say) =>
  say('If this wasn’t you, choose a new password at {address} and tell your school at once.', { address: '{{ .SiteURL }}/login/recover' });

/** The mails that Auth sends, with the placeholders of its templates. */
const mails: Record<string, (say: Say) => AuthMail> = {
  invite: (say) => ({
    subject: trialOr(say('Open your school'), say('You have been invited')),
    title: trialOr(say('Open your school'), say('You have been invited')),
    paragraphs: [
      trialOr(
        say('We received a request for a free trial for {email} at {site}.', account),
        '{{ if .Data.invitation }}{{ .Data.invitation }}{{ end }}',
      ),
      trialOr(
        say(
          'Confirm the address and choose a password: your school opens at once, with classes, subjects and terms to begin with. The trial lasts one calendar month.',
        ),
        say('An account has been opened for {email} at {site}. Choose a password to begin.', account),
      ),
    ],
    link: {
      type: 'invite',
      button: trialOr(say('Open your school'), say('Accept the invitation')),
      after: say('If you open it later, you can request a new one there.'),
      more: '{{ if .Data.invitation_id }}&amp;invitation={{ .Data.invitation_id }}{{ end }}',
    },
    note: say('Not expecting this? You can ignore it: nobody can use the account without the link.'),
  }),
  recovery: (say) => ({
    subject: say('Choose a new password'),
    title: say('Choose a new password'),
    paragraphs: [say('We received a request for a new password for {email} at {site}.', account)],
    link: { type: 'recovery', button: say('Choose a new password') },
    note: say('If this wasn’t you, ignore this email: your password stays the same.'),
  }),
  confirmation: (say) => ({
    subject: say('Confirm your email address'),
    title: say('Confirm your email address'),
    paragraphs: [say('Confirm that {email} is yours to finish opening your account at {site}.', account)],
    link: { type: 'signup', button: say('Confirm the address') },
    note: say('If you did not open an account, ignore this email.'),
  }),
  magic_link: (say) => ({
    subject: say('Your sign-in link'),
    title: say('Your sign-in link'),
    paragraphs: [say('Use this link to sign in to {site} as {email}.', account)],
    link: { type: 'magiclink', button: say('Sign in') },
    note: say('If you did not ask for it, ignore this email: nobody can sign in without the link.'),
  }),
  email_change: (say) => ({
    subject: say('Confirm your new email address'),
    title: say('Confirm your new email address'),
    paragraphs: [
      say(
        'The email address of your account at {site} is being changed from {email} to {newEmail}. It changes once both addresses have confirmed.',
        {
          ...account,
          newEmail: '{{ .NewEmail }}',
        },
      ),
    ],
    link: { type: 'email_change', button: say('Confirm the change') },
    note: say('If you did not ask for this, ignore this email and choose a new password.'),
  }),
  reauthentication: (say) => ({
    subject: say('Your confirmation code: {code}', { code: '{{ .Token }}' }),
    title: say('Your confirmation code'),
    paragraphs: [say('Enter this code to confirm that you are changing the password of {email}:', account)],
    code: '{{ .Token }}',
    note: say('If this wasn’t you, sign out everywhere in your profile and choose a new password.'),
  }),
  password_changed: (say) => ({
    subject: say('Your password was changed'),
    title: say('Your password was changed'),
    paragraphs: [say('The password of {email} at {site} was changed just now. Other devices were signed out.', account)],
    note: wasItYou(say),
  }),
  email_changed: (say) => ({
    subject: say('Your email address was changed'),
    title: say('Your email address was changed'),
    paragraphs: [
      say('You now sign in to your account at {site} with {email}, no longer with {oldEmail}.', {
        ...account,
        oldEmail: '{{ .OldEmail }}',
      }),
    ],
    note: say('If this wasn’t you, tell your school at once: this address can no longer reset the password.'),
  }),
  mfa_factor_enrolled: (say) => ({
    subject: say('Two-step sign-in is on'),
    title: say('Two-step sign-in is on'),
    paragraphs: [say('An authenticator app was added to {email} at {site}. From now on, signing in asks for its code.', account)],
    note: wasItYou(say),
  }),
  mfa_factor_unenrolled: (say) => ({
    subject: say('An authenticator app was removed'),
    title: say('An authenticator app was removed'),
    paragraphs: [say('An authenticator app was removed from {email} at {site}.', account)],
    note: wasItYou(say),
  }),
};

const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none';

function htmlOf({ title, paragraphs, link, code, note }: AuthMail, language: string, say: Say): string {
  const validity = say('The link works once, within one hour.');
  const copy = say('If the button does nothing, copy this address into your browser:');
  const href = `{{ .SiteURL }}/login/confirm?token_hash={{ .TokenHash }}&amp;type=${link?.type}${link?.more ?? ''}`;
  const action = link
    ? [
        `<p style="margin:24px 0"><a href="${href}" style="${buttonStyle}">${link.button}</a></p>`,
        `<p>${[validity, link.after, copy].filter(Boolean).join(' ')}<br><a href="${href}" style="word-break:break-all">${href}</a></p>`,
      ]
    : code
      ? [`<p style="font-size:28px;font-weight:700;letter-spacing:6px;margin:24px 0">${code}</p>`]
      : [];
  return `<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
  </head>
  <body style="margin:0;padding:24px 12px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.6">
    <div style="max-width:560px;margin:0 auto">
      <h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${title}</h1>
      ${[...paragraphs.map((paragraph) => `<p>${paragraph}</p>`), ...action].join('\n      ')}
      <p style="font-size:14px;margin-top:32px;padding-top:16px;border-top:1px solid #8884">${note}</p>
    </div>
  </body>
</html>`;
}

const inBoth = (english: string, swahili: string) =>
  english === swahili ? english : `{{ if eq .Data.language "sw" }}${swahili}{{ else }}${english}{{ end }}`;

const configFile = 'supabase/config.toml';

/**
 * The templates of Auth and the file that names their subjects, by path. Hosted Supabase knows no catalogues, so each template has
 * both languages; the account's metadata has the one that the person chose.
 */
export function authMailFiles(entries: readonly CatalogueEntry[]): Map<string, string> {
  const translations = new Map(entries.map(({ message, translation }) => [message, translation]));
  const english: Say = fillPlaces;
  const swahili: Say = (text, values) => fillPlaces(translations.get(text) || text, values);
  const files = new Map<string, string>();
  let config = readFileSync(path.join(root, configFile), 'utf8');
  for (const [kind, mail] of Object.entries(mails)) {
    const html = inBoth(htmlOf(mail(english), 'en', english), htmlOf(mail(swahili), 'sw', swahili));
    files.set(`supabase/templates/${kind}.html`, `<!doctype html>\n${html}\n`);
    const subject = inBoth(mail(english).subject, mail(swahili).subject);
    config = config.replace(
      new RegExp(`(\\[auth\\.email\\.(?:template|notification)\\.${kind}\\]\n(?:enabled = true\n)?subject = ).*`),
      (_, start: string) => `${start}'${subject}'`,
    );
  }
  return files.set(configFile, config);
}
