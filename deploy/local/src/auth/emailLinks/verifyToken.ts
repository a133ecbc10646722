import { type AuthContext } from '../context.ts';
import { badRequest, forbidden } from '../errors.ts';
import { issueAuthCode } from './flowState.ts';
import { isFamiliarClient } from '../guessing/guesses.ts';
import { notify } from './notices.ts';
import { startSession, assertNotBanned, type SessionResponse } from '../sessions/issueSession.ts';
import { revokeOneTimeTokens, isPkceToken, consumeLink, findLinkOfCode, type OneTimeToken, type TokenPurpose } from './oneTimeTokens.ts';
import { type Client } from '../sessions/sessions.ts';
import { transaction, type Db } from '../../database/transaction.ts';
import { syncIdentity, findUserByEmail, lockUser, updateUser, type UserRow } from '../users/users.ts';

const purposesByType: Record<string, readonly TokenPurpose[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};
/** Authentication method under which a flow was stored. */
const flowMethods: Record<string, string> = {
  signup: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
};

/** `isLink`: a browser followed a link; it gets an auth code when it requested the mail with a PKCE challenge. */
export type Proof = { type: string; hash: string; isLink: boolean } | { type: string; email: string; code: string };

export type Verified =
  | { kind: 'session'; session: SessionResponse }
  | { kind: 'code'; code: string }
  /** One of the two addresses of an email change has confirmed. */
  | { kind: 'awaiting-confirmation'; message: string };

const expired = () => forbidden('otp_expired', 'Email link is invalid or has expired');

/** Verifies a mailed code or link, which works once, and starts a session, issues an auth code or records a confirmation. */
export async function verifyToken(context: AuthContext, proof: Proof, client: Client): Promise<Verified> {
  const purposes = purposesByType[proof.type];
  if (!purposes) throw badRequest('validation_failed', 'Verify requires a verification type');
  const hash = 'hash' in proof ? proof.hash : await linkOfCode(context, proof, purposes, client);
  return transaction(context.pool, async (db) => {
    const token = hash === null ? null : await consumeLink(db, hash, purposes);
    const now = context.now();
    if (!token) context.limits.consume('miss', client.address);
    if (!token || now.getTime() - token.issuedAt.getTime() > context.settings.email.otp_expiry * 1000) throw expired();
    const user = await lockUser(db, token.userId);
    if (!user) throw expired();
    assertNotBanned(user, now);
    const accepted = token.purpose.startsWith('email_change')
      ? await confirmEmailChange(context, db, user, token)
      : await confirmAddress(db, user, now);
    if (accepted === 'awaiting-confirmation')
      return {
        kind: 'awaiting-confirmation',
        message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      };
    if ('isLink' in proof && proof.isLink && isPkceToken(proof.hash))
      return { kind: 'code', code: await issueAuthCode(db, { userId: user.id, method: flowMethods[proof.type] ?? proof.type, now }) };
    return { kind: 'session', session: await startSession(context, db, { user: accepted, method: 'otp', client }) };
  });
}

/** The link that a mailed code stands for. In a transaction of its own: a miss must be counted although the request is refused. */
async function linkOfCode(
  context: AuthContext,
  proof: { email: string; code: string },
  purposes: readonly TokenPurpose[],
  client: Client,
): Promise<string | null> {
  const email = proof.email.trim();
  const code = proof.code.trim();
  const isFamiliar = await isFamiliarClient(context.pool, email, client.address, context.now());
  if (!isFamiliar) context.limits.check('miss', client.address);
  return context.guesses.guess({ what: 'code', of: email, isFamiliar }, () =>
    transaction(context.pool, (db) => findLinkOfCode(db, { email, code }, purposes)),
  );
}

/** Receiving the mail proves that the address belongs to the user. */
async function confirmAddress(db: Db, user: UserRow, now: Date): Promise<UserRow> {
  if (user.email_confirmed_at) return user;
  const confirmed = await updateUser(
    db,
    user.id,
    { email_confirmed_at: now, raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true } },
    now,
  );
  await syncIdentity(db, confirmed, now);
  return confirmed;
}

async function confirmEmailChange(
  context: AuthContext,
  db: Db,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow | 'awaiting-confirmation'> {
  const { settings } = context;
  const now = context.now();
  const newEmail = user.email_change;
  if (!newEmail) throw expired();
  if (settings.email.double_confirm_changes && user.email && user.email_change_confirm_status === 0) {
    await updateUser(db, user.id, { email_change_confirm_status: 1 }, now);
    return 'awaiting-confirmation';
  }
  if (token.purpose === 'email_change_token_current' && !settings.email.double_confirm_changes) throw expired();
  // Another user may have registered the address in the meantime.
  if (await findUserByEmail(db, newEmail)) throw expired();
  const changed = await updateUser(
    db,
    user.id,
    { email: newEmail, email_change: '', email_change_confirm_status: 0, email_confirmed_at: user.email_confirmed_at ?? now },
    now,
  );
  await revokeOneTimeTokens(db, user.id, ['email_change_token_new', 'email_change_token_current']);
  await syncIdentity(db, changed, now);
  const oldEmail = user.email ?? '';
  notify(context, 'email_changed', { to: oldEmail, email: newEmail, oldEmail, data: user.raw_user_meta_data });
  return changed;
}
