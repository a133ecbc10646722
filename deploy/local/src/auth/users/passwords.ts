import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { AuthError } from '../errors.ts';
import { type AuthSettings } from '../settings.ts';
import { isEasyToGuess } from './passwordStrength.ts';

type Cost = { memory: number; passes: number; parallelism: number };
/** OWASP's minimum for argon2id: 19 MiB and two passes. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const costText = ({ memory, passes, parallelism }: Cost) => `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
/** A hosted Supabase, which an installation can be moved to, takes no more. */
const maxPasswordBytes = 72;

const derive = promisify(argon2);
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The argon2id hash of a password in the PHC format, computed off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  return `${costText(cost)}${unpadded(nonce)}$${unpadded(tag)}`;
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

async function matches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phcPattern.exec(stored) ?? [];
  // Hashes of former versions, and of accounts that were moved here.
  if (memory === undefined) return verifyBcrypt(password, stored).catch(() => false);
  const expected = Buffer.from(hash, 'base64');
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(tag, expected);
}

/** Whether a stored hash is of another kind or cost than new ones. */
export const isOutdated = (stored: string) => !stored.startsWith(costText(cost));

let decoyHash: Promise<string> | undefined;

/** Verifies a password. Without a stored hash it compares with a decoy, so that the response time does not reveal who has an account. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  const isRight = await matches(password, stored || (await decoyHash));
  return isRight && Boolean(stored);
}

/** Throws 400 when the password is too long, and 422 `weak_password` when it is too short or easy to guess, for example from the person's own words. */
export function checkPassword(password: string, settings: AuthSettings, personalTerms: readonly string[]): void {
  if (new TextEncoder().encode(password).length > maxPasswordBytes) {
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${maxPasswordBytes} characters`);
  }
  if (password.length < settings.minimum_password_length) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${settings.minimum_password_length} characters.`, {
      weak_password: { reasons: ['length'] },
    });
  }
  if (isEasyToGuess(password, personalTerms)) {
    throw new AuthError(422, 'weak_password', 'Password is known to be weak and easy to guess, please choose a different one.', {
      weak_password: { reasons: ['pwned'] },
    });
  }
}
