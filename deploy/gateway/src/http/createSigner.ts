import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const envelope = z.object({ purpose: z.string(), until: z.number(), value: z.unknown() });

export type Signer = {
  /** A value that this product will believe for so many seconds, as text for a cookie or a link. */
  sign(purpose: string, value: unknown, seconds: number): string;
  /** The value; undefined when it was altered, is too old, or was signed for something else. */
  verify(purpose: string, text: string | undefined): unknown;
};

/** Signs what is given to browsers to hand back. Every gateway of one product has the same key. */
export function createSigner(key: string, now: () => number = Date.now): Signer {
  const seal = (body: string) => createHmac('sha256', key).update(body).digest();
  return {
    sign(purpose, value, seconds) {
      const body = Buffer.from(JSON.stringify({ purpose, until: now() + seconds * 1_000, value })).toString('base64url');
      return `${body}.${seal(body).toString('base64url')}`;
    },
    verify(purpose, text) {
      const [body = '', signature = ''] = (text ?? '').split('.');
      const [given, expected] = [Buffer.from(signature, 'base64url'), seal(body)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const parsed = envelope.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      return parsed.success && parsed.data.purpose === purpose && parsed.data.until > now() ? parsed.data.value : undefined;
    },
  };
}
