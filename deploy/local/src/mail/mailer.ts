import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; html: string; text: string };

/** Sends one mail now; rejects when the mail server did not take it. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Mails through an SMTP server, for example `smtp://127.0.0.1:1025`. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
