import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; html: string; text: string };

/** Sends one mail; rejects when the mail server does not accept it. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

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
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
