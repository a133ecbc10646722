import { createTransport } from 'nodemailer';
import { type Db } from '../database/transaction.ts';

/** `kind` is the template that it is made from. */
export type Mail = { to: string; subject: string; html: string; text: string; kind?: string; language?: string };

/** Sends one mail; rejects when the mail server does not accept it. A mail of a transaction is sent with it. */
export type Mailer = { send(mail: Mail, transaction?: Db): Promise<void>; close(): void };

/** The installation has no mail server. */
export class MailOffError extends Error {
  constructor() {
    super('This installation sends no mail. Ask the people who run it.');
  }
}

/** Sends mails through an SMTP server, for example `smtp://127.0.0.1:1025`. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send({ to, subject, html, text }) {
      await transport.sendMail({ to, subject, html, text });
    },
    close: () => transport.close(),
  };
}

/** Puts the mails of Auth into the outbox of all mails, which tries them again and shows what became of them. */
export const createOutboxMailer = (pool: Db): Mailer => ({
  async send({ to, subject, html, text, kind = 'notice', language = 'en' }, transaction = pool) {
    await transaction.query('select public.queue_sign_in_mail($1, $2, $3, $4, $5, $6)', [kind, to, subject, html, text, language]);
  },
  close: () => {},
});
