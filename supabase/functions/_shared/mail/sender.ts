import { orderMailsSchema } from '@masomo/domain/orderMails';
import { z } from 'zod';
import { database } from '../database.ts';
import { setting } from '../environment.ts';

const senderSchema = z.object({
  brand: z.object({ name: z.string() }).catch({ name: '' }),
  contact: z
    .object({
      phone: z.string().catch(''),
      email: z.string().catch(''),
      salesEmail: z.string().catch(''),
      supportEmail: z.string().catch(''),
      addressLines: z.array(z.string()).catch([]),
    })
    .catch({ phone: '', email: '', salesEmail: '', supportEmail: '', addressLines: [] }),
  payments: z.object({ bank: z.record(z.string(), z.unknown()).catch({}) }).catch({ bank: {} }),
  emails: z.optional(orderMailsSchema),
});
/** Sender of the mails: the settings that templates may use. */
export type Sender = z.infer<typeof senderSchema> & { siteUrl: string };

/** Reads the sender from the settings; throws when they cannot be read. */
export async function readSender(): Promise<Sender> {
  const { data, error } = await database().from('settings').select('key, value').in('key', ['brand', 'contact', 'payments', 'emails']);
  if (error) throw error;
  return { ...senderSchema.parse(Object.fromEntries(data.map(({ key, value }) => [key, value]))), siteUrl: setting('SITE_URL') ?? '' };
}

/** The From header: the configured address with the brand's name, unless it already has a display name. */
export function fromAddress({ brand, contact }: Sender): string {
  const address = setting('MAIL_FROM') ?? contact.email;
  return address.includes('<') || !brand.name ? address : `"${brand.name.replace(/["\\]/g, '')}" <${address}>`;
}
