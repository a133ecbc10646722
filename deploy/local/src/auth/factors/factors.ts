import { randomUUID } from 'node:crypto';
import { type AuthContext } from '../context.ts';
import { notify } from '../emailLinks/notices.ts';
import { AuthError, forbidden, notFound, unprocessable } from '../errors.ts';
import { sessionResponse, type SessionResponse } from '../sessions/issueSession.ts';
import { type Caller } from '../request.ts';
import {
  findActiveRefreshToken,
  recordAuthenticationMethod,
  createRefreshToken,
  endSingleFactorSessions,
  lockSession,
  downgradeSessionsOfFactor,
  elevateSession,
  revokeRefreshToken,
  type Client,
} from '../sessions/sessions.ts';
import { isFamiliarClient, rememberNetwork } from '../guessing/guesses.ts';
import { createTotp, stepOfCode } from './totp.ts';
import { transaction, type Db } from '../../database/transaction.ts';
import { factorRow, listFactors, lockUser, type FactorRow } from '../users/users.ts';

const challengeLifetimeMs = 300_000;
const unverifiedLifetimeMs = 300_000;

export type Enrolment = { id: string; type: 'totp'; friendly_name: string; totp: { qr_code: string; secret: string; uri: string } };

/** Enrols an authenticator app: returns its secret. The factor is active once a code has been verified. */
export async function enrolFactor(
  context: AuthContext,
  { user, aal }: Caller,
  { friendlyName, issuer }: { friendlyName: string; issuer: string },
): Promise<Enrolment> {
  if (!context.settings.mfa.totp.enroll_enabled) throw unprocessable('mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  const now = context.now();
  return transaction(context.pool, async (db) => {
    await lockUser(db, user.id);
    await db.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`, [
      user.id,
      new Date(now.getTime() - unverifiedLifetimeMs),
    ]);
    const factors = await listFactors(db, user.id);
    if (factors.length >= context.settings.mfa.max_enrolled_factors)
      throw unprocessable('too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue');
    if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2')
      throw forbidden('insufficient_aal', 'AAL2 required to enroll a new factor');
    if (factors.some(({ friendly_name: name }) => (name ?? '') === friendlyName)) {
      throw unprocessable('mfa_factor_name_conflict', `A factor with the friendly name "${friendlyName}" for this user already exists`);
    }
    const { secret, uri, qrCode } = await createTotp({ issuer, label: user.email ?? '' });
    const id = randomUUID();
    await db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret) values ($1, $2, $3, 'totp', 'unverified', $4, $4, $5)`,
      [id, user.id, friendlyName, now, secret],
    );
    return { id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } };
  });
}

async function lockOwnFactor(db: Db, { user }: Caller, id: string): Promise<FactorRow> {
  const { rows } = await db.query('select * from auth.mfa_factors where id::text = $1 and user_id = $2 for update', [id, user.id]);
  if (!rows[0]) throw notFound('mfa_factor_not_found', 'Factor not found');
  return factorRow.parse(rows[0]);
}

/** Creates a challenge: for five minutes one code of the factor is accepted. */
export async function challengeFactor(
  { pool, now: clock }: AuthContext,
  caller: Caller,
  id: string,
  { address }: Client,
): Promise<{ id: string; type: string; expires_at: number }> {
  const now = clock();
  const factor = await lockOwnFactor(pool, caller, id);
  const challenge = randomUUID();
  await pool.query('insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)', [
    challenge,
    factor.id,
    now,
    address,
  ]);
  return { id: challenge, type: factor.factor_type, expires_at: Math.floor((now.getTime() + challengeLifetimeMs) / 1000) };
}

type Attempt = { factorId: string; challengeId: string; code: string };

/** Verifies a code: on success the session rises to `aal2`, and the user's single-factor sessions end. */
export async function verifyFactor(context: AuthContext, caller: Caller, attempt: Attempt, client: Client): Promise<SessionResponse> {
  if (!context.settings.mfa.totp.verify_enabled)
    throw unprocessable('mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
  const isFamiliar = await isFamiliarClient(context.pool, caller.user.email ?? '', client.address, context.now());
  const session = await context.guesses.guess({ what: 'factor', of: attempt.factorId, isFamiliar }, () =>
    transaction(context.pool, (db) => acceptCode(context, db, caller, attempt, client)),
  );
  if (!session) throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered');
  return session;
}

/** The session raised by a right code; null for a wrong one, or one that was used before. */
async function acceptCode(
  context: AuthContext,
  db: Db,
  caller: Caller,
  { factorId, challengeId, code }: Attempt,
  client: Client,
): Promise<SessionResponse | null> {
  const now = context.now();
  const factor = await lockOwnFactor(db, caller, factorId);
  await consumeChallenge(db, { factor, challengeId, client, now });
  const step = factor.secret ? stepOfCode(factor.secret, code, now) : null;
  if (step === null || !(await useStep(db, factor.id, step))) return null;
  await db.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challengeId, now]);
  await db.query(`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status = 'unverified'`, [
    factor.id,
    now,
  ]);

  const session = await lockSession(db, caller.session.id);
  const user = await lockUser(db, caller.user.id);
  if (!session || !user) throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  await recordAuthenticationMethod(db, session.id, 'totp', now);
  await elevateSession(db, session.id, { aal: 'aal2', factorId: factor.id, now });
  await rememberNetwork(db, user.id, client.address, now);
  await endSingleFactorSessions(db, user.id);
  await db.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id]);
  const email = user.email ?? '';
  if (factor.status === 'unverified') notify(context, 'mfa_factor_enrolled', { to: email, email, data: user.raw_user_meta_data });
  const current = await findActiveRefreshToken(db, session.id);
  if (current) await revokeRefreshToken(db, current.token, now);
  const refreshToken = await createRefreshToken(db, { userId: user.id, sessionId: session.id, parent: current?.token ?? null, now });
  return sessionResponse(context, db, { user, session: { ...session, aal: 'aal2' }, refreshToken, method: 'totp' });
}

/** Uses up the step of a code with all before it; false when that has happened already, by the person who read the code on the way. */
async function useStep(db: Db, factorId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into auth.used_totp_steps (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where used_totp_steps.step < excluded.step`,
    [factorId, step],
  );
  return rowCount === 1;
}

async function consumeChallenge(
  db: Db,
  { factor, challengeId, client, now }: { factor: FactorRow; challengeId: string; client: Client; now: Date },
): Promise<void> {
  const { rows } = await db.query<{ created_at: Date; verified_at: Date | null; address: string }>(
    'select created_at, verified_at, host(ip_address) as address from auth.mfa_challenges where id::text = $1 and factor_id = $2 for update',
    [challengeId, factor.id],
  );
  const challenge = rows[0];
  if (!challenge) throw notFound('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (challenge.verified_at !== null || challenge.address !== client.address)
    throw unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (now.getTime() - challenge.created_at.getTime() > challengeLifetimeMs) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    );
  }
}

/** Removes a factor; a verified one requires an `aal2` session. */
export async function removeFactor(context: AuthContext, caller: Caller, id: string): Promise<void> {
  await transaction(context.pool, async (db) => {
    const factor = await lockOwnFactor(db, caller, id);
    if (factor.status === 'verified' && caller.aal !== 'aal2')
      throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor');
    await deleteFactor(db, factor.id);
    const email = caller.user.email ?? '';
    if (factor.status === 'verified') notify(context, 'mfa_factor_unenrolled', { to: email, email, data: caller.user.raw_user_meta_data });
  });
}

/** Removes a factor without a check of the session, as an administrator does for a user who lost the phone. */
export async function deleteFactor(db: Db, id: string): Promise<void> {
  await downgradeSessionsOfFactor(db, id);
  await db.query('delete from auth.mfa_factors where id = $1', [id]);
}
