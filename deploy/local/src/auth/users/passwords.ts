import { hash, verify } from '@node-rs/bcrypt';
import { AuthError } from '../errors.ts';
import { type AuthSettings } from '../settings.ts';

const bcryptCost = 10;
/** bcrypt reads no further than this. */
const maxPasswordBytes = 72;

let decoyHash: Promise<string> | undefined;

/** The bcrypt hash of a password, computed off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { cost: bcryptCost });
}

/** Whether the password is the one behind the hash. Without a hash it does the same work, so that nobody learns from the time who has an account. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  const matches = await verify(password, stored || (await decoyHash));
  return matches && Boolean(stored);
}

/** Throws 422 `weak_password` unless the password may be used. */
export function checkPassword(password: string, settings: AuthSettings): void {
  if (new TextEncoder().encode(password).length > maxPasswordBytes) {
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${maxPasswordBytes} characters`);
  }
  if (password.length < settings.minimum_password_length) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${settings.minimum_password_length} characters.`, {
      weak_password: { reasons: ['length'] },
    });
  }
}
