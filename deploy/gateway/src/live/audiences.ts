import { createDecipheriv, createHash } from 'node:crypto';

/** The name of an audience in the feed: the hash of its key. */
export const audienceOf = (key: string) => createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex');

/** The topic that `public.live_changes` sealed for those who hold the key. Throws where it is another's. */
export function unseal(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'hex'), bytes.subarray(0, 16));
  return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
}
