import path from 'node:path';
import { startSmtpSink } from './smtpSink.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { createSmtpMailer, MailOffError, type Mailer } from './mailer.ts';
import { readMailSettings } from './settings.ts';
import { errorMessage } from '../host/errorCode.ts';

const defaultFrom = 'no-reply@masomo.test';

export type LocalMail = {
  /** The mails that stay on this machine; null when they are sent, or when nothing is. */
  mailbox: Mailbox | null;
  mailer: Mailer;
  /** Whether mails go anywhere: a public installation without a mail server sends none. */
  isOn: boolean;
  /** Mail settings of the edge functions. */
  settings: Record<string, string | undefined>;
  stop(): Promise<void>;
};

/** Starts mail delivery: through the configured mail server, otherwise into the local mailbox, which a public installation does not have. */
export async function startMail({
  dataDir,
  environment,
  isPublic,
  log,
}: {
  dataDir: string;
  environment: Record<string, string | undefined>;
  isPublic: boolean;
  log: (line: string) => void;
}): Promise<LocalMail> {
  const { SMTP_URL, RESEND_API_KEY, RESEND_BASE_URL, MAIL_FROM = defaultFrom } = readMailSettings(environment);
  const hasServer = SMTP_URL !== undefined || RESEND_API_KEY !== undefined;
  if (!hasServer && isPublic) return noMail;
  const mailbox = hasServer ? null : createMailbox(path.join(dataDir, 'mailbox'));
  const sink = mailbox && (await startSmtpSink(mailbox, { onError: (error) => log(`mailbox: ${errorMessage(error)}`) }));
  // The auth service sends its own mails by SMTP, which the mail service with the API key accepts too.
  const url = SMTP_URL ?? sink?.url ?? `smtps://resend:${encodeURIComponent(RESEND_API_KEY ?? '')}@smtp.resend.com:465`;
  const mailer = createSmtpMailer({ url, from: MAIL_FROM });
  return {
    mailbox,
    mailer,
    isOn: true,
    settings: { MAIL_FROM, ...(sink ? { SMTP_URL: sink.url } : { SMTP_URL, RESEND_API_KEY, RESEND_BASE_URL }) },
    async stop() {
      mailer.close();
      await sink?.close();
    },
  };
}

const noMail: LocalMail = {
  mailbox: null,
  mailer: { send: () => Promise.reject(new MailOffError()), close: () => {} },
  isOn: false,
  settings: {},
  stop: () => Promise.resolve(),
};
