import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { requireSetting, setting } from '../environment.ts';

/** A mail ready to send. `key` is its idempotency key. */
export type OutgoingMail = {
  key: string;
  id: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  attachments: readonly MailAttachment[];
};
/** A PDF attachment. */
export type MailAttachment = { name: string; content: Uint8Array };

/** A permanent failure, such as an address that does not exist; it must not be retried. */
export class FinalMailError extends Error {}

export type MailTransport = {
  /** Whether the service sends a mail once that is given to it twice with the same key. */
  hasKeys: boolean;
  send(mail: OutgoingMail): Promise<{ providerId: string | null }>;
  close(): void;
};

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const timeoutMs = 8_000;

/** Opens the configured transport: an SMTP server (`SMTP_URL`) or a service with Resend's API (`RESEND_API_KEY`). */
export function openTransport(): MailTransport {
  const smtp = setting('SMTP_URL');
  return smtp
    ? smtpTransport(smtp)
    : apiTransport(requireSetting('RESEND_API_KEY'), setting('RESEND_BASE_URL') ?? 'https://api.resend.com');
}

function smtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs });
  return {
    hasKeys: false,
    async send({ id, from, to, replyTo, subject, html, text, attachments }) {
      const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
      const sent = await transport
        .sendMail({
          from,
          to,
          subject,
          html,
          text,
          messageId: `<${id}@${domain}>`,
          ...(replyTo ? { replyTo } : {}),
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: attachments.map(({ name, content }) => ({
            filename: name,
            content: toBase64(content),
            encoding: 'base64',
            contentType: 'application/pdf',
          })),
        })
        .catch((error: Error & { responseCode?: number }) => {
          if (error.responseCode && error.responseCode >= 500 && error.responseCode !== 535) throw new FinalMailError(error.message);
          throw error;
        });
      return { providerId: sent.messageId };
    },
    close: () => transport.close(),
  };
}

const acceptedSchema = z.object({ id: z.string() });
const refusedSchema = z.object({ message: z.string() });

function apiTransport(key: string, base: string): MailTransport {
  return {
    hasKeys: true,
    async send({ key: idempotencyKey, from, to, replyTo, subject, html, text, attachments }) {
      const response = await fetch(`${base}/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({
          from,
          to: [to],
          subject,
          html,
          text,
          ...(replyTo ? { reply_to: replyTo } : {}),
          ...(attachments.length > 0
            ? { attachments: attachments.map(({ name, content }) => ({ filename: name, content: toBase64(content) })) }
            : {}),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body: unknown = await response.json().catch(() => null);
      if (response.ok) return { providerId: acceptedSchema.safeParse(body).data?.id ?? null };
      const message = `The mail service responded with ${response.status}: ${refusedSchema.safeParse(body).data?.message ?? 'no reason given'}`;
      // 400 and 422 concern this mail; wrong keys, rate limits and outages are temporary.
      throw response.status === 400 || response.status === 422 ? new FinalMailError(message) : new Error(message);
    },
    close() {},
  };
}
