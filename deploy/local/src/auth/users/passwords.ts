import { hash, verify } from '@node-rs/bcrypt';
import { AuthError } from '../errors.ts';
import { type AuthSettings } from '../settings.ts';

const bcryptCost = 10;
/** bcrypt ignores everything after this. */
const maxPasswordBytes = 72;

let decoyHash: Promise<string> | undefined;

/** The bcrypt hash of a password, computed off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { cost: bcryptCost });
}

/** Verifies a password. Without a stored hash it compares with a decoy, so that the response time does not reveal who has an account. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  const matches = await verify(password, stored || (await decoyHash));
  return matches && Boolean(stored);
}

/** Throws 400 when the password is too long and 422 `weak_password` when it is too short. */
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
