import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address } from 'postal-mime';
import { z } from 'zod';
import { errorCode } from '../host/errorCode.ts';

const receivedMailSchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  from: z.string(),
  to: z.array(z.string()),
  replyTo: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
});
/** A mail that was sent, as the mailbox page shows it. */
export type ReceivedMail = z.infer<typeof receivedMailSchema>;

export type Mailbox = {
  /** Stores a raw mail; the same message again replaces the first and keeps its position. */
  add(raw: Buffer, recipients: readonly string[]): Promise<ReceivedMail>;
  /** Newest first. */
  list(): Promise<ReceivedMail[]>;
  read(id: string): Promise<ReceivedMail | null>;
  raw(id: string): Promise<Buffer | null>;
  attachment(id: string, index: number): Promise<{ name: string; type: string; content: Buffer } | null>;
  clear(): Promise<void>;
};

const maxMails = 1000;
const validId = /^\d{13}-[0-9a-f]{16}$/;

/** Stores sent mails as files, so that they survive a restart: `<id>.eml` as sent and `<id>.json` as parsed. */
export function createMailbox(folder: string, now: () => Date = () => new Date()): Mailbox {
  const file = (id: string, extension: 'eml' | 'json') => path.join(folder, `${id}.${extension}`);
  const ids = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => validId.test(id))
      .sort()
      .reverse();

  async function read(id: string): Promise<ReceivedMail | null> {
    const text = await readIfExists(validId.test(id) ? file(id, 'json') : null);
    return text ? receivedMailSchema.parse(JSON.parse(text.toString('utf8'))) : null;
  }
  const raw = (id: string) => readIfExists(validId.test(id) ? file(id, 'eml') : null);

  return {
    async add(source, recipients) {
      const mail = await PostalMime.parse(source);
      const fingerprint = createHash('sha256')
        .update(mail.messageId ?? randomUUID())
        .digest('hex')
        .slice(0, 16);
      const existingId = (await ids()).find((id) => id.endsWith(fingerprint));
      const receivedAt = now();
      const received: ReceivedMail = {
        id: existingId ?? `${String(receivedAt.getTime()).padStart(13, '0')}-${fingerprint}`,
        receivedAt: receivedAt.toISOString(),
        from: addressText(mail.from),
        to: recipients.length > 0 ? [...recipients] : (mail.to ?? []).map(addressText),
        replyTo: mail.replyTo?.[0] ? addressText(mail.replyTo[0]) : null,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? null,
        attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
          name: filename ?? 'attachment',
          type: mimeType,
          size: bytesOf(content).byteLength,
        })),
      };
      await mkdir(folder, { recursive: true });
      await writeAtomically(file(received.id, 'eml'), source);
      await writeAtomically(file(received.id, 'json'), Buffer.from(JSON.stringify(received)));
      for (const old of (await ids()).slice(maxMails))
        await Promise.all([rm(file(old, 'json'), { force: true }), rm(file(old, 'eml'), { force: true })]);
      return received;
    },
    async list() {
      const mails = await Promise.all((await ids()).map(read));
      return mails.filter((mail) => mail !== null);
    },
    read,
    raw,
    async attachment(id, index) {
      const source = await raw(id);
      const attachment = source ? (await PostalMime.parse(source)).attachments[index] : undefined;
      return attachment
        ? { name: attachment.filename ?? 'attachment', type: attachment.mimeType, content: bytesOf(attachment.content) }
        : null;
    },
    async clear() {
      for (const id of await ids()) await Promise.all([rm(file(id, 'json'), { force: true }), rm(file(id, 'eml'), { force: true })]);
    },
  };
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

function addressText(address: Address | undefined): string {
  if (!address) return '';
  return address.name && address.address ? `${address.name} <${address.address}>` : (address.address ?? address.name);
}

async function readIfExists(file: string | null): Promise<Buffer | null> {
  if (!file) return null;
  return readFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Writes to a temporary file first, so that readers never see a partial one. */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
