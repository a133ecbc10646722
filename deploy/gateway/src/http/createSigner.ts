import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const envelopeSchema = z.object({ purpose: z.string(), until: z.number(), value: z.unknown() });

export type Signer = {
  /** Signs a value as text for a cookie or a link, valid for so many seconds. */
  sign(purpose: string, value: unknown, seconds: number): string;
  /** The signed value; undefined when it was altered, has expired, or was signed for another purpose. */
  verify(purpose: string, text: string | undefined): unknown;
};

/** Signs values that browsers hand back later. Every gateway of an installation uses the same key. */
export function createSigner(key: string, now: () => number = Date.now): Signer {
  const signatureOf = (body: string) => createHmac('sha256', key).update(body).digest();
  return {
    sign(purpose, value, seconds) {
      const body = Buffer.from(JSON.stringify({ purpose, until: now() + seconds * 1_000, value })).toString('base64url');
      return `${body}.${signatureOf(body).toString('base64url')}`;
    },
    verify(purpose, text) {
      if (!text) return undefined;
      const [body = '', signature = ''] = text.split('.');
      const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(body)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const parsed = envelopeSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      return parsed.success && parsed.data.purpose === purpose && parsed.data.until > now() ? parsed.data.value : undefined;
    },
  };
}
