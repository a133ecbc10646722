import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { badRequest, notFound } from '../errors.ts';
import { type Db } from '../../database/transaction.ts';

export type CodeChallenge = { challenge: string; method: 's256' | 'plain' };

const lifetimeMs = 5 * 60_000;

/** Stores the PKCE challenge of the requesting browser, so that only it can exchange the mailed link for a session. */
export async function saveFlowState(
  db: Db,
  { userId, code, method, now }: { userId: string; code: CodeChallenge; method: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, created_at, updated_at, authentication_method) values ($1, $2, $3, $4, $5, 'email', $6, $6, $7)`,
    [randomUUID(), userId, randomUUID(), code.method, code.challenge, now, method],
  );
}

/** Issues the auth code that a followed link passes to the browser. */
export async function issueAuthCode(db: Db, { userId, method, now }: { userId: string; method: string; now: Date }): Promise<string> {
  const { rows } = await db.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
     where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1) returning auth_code`,
    [userId, method, now],
  );
  if (!rows[0]) throw notFound('flow_state_not_found', 'invalid flow state, no valid flow state found');
  return rows[0].auth_code;
}

/** Exchanges an auth code and its verifier for the user who followed the link; works once. */
export async function exchangeAuthCode(
  db: Db,
  { code, verifier, now }: { code: string; verifier: string; now: Date },
): Promise<{ userId: string; method: string }> {
  const { rows } = await db.query<{
    user_id: string;
    authentication_method: string;
    code_challenge: string;
    code_challenge_method: CodeChallenge['method'];
    auth_code_issued_at: Date | null;
  }>('select * from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update', [code]);
  const flow = rows[0];
  if (!flow?.auth_code_issued_at) throw notFound('flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (now.getTime() - flow.auth_code_issued_at.getTime() > lifetimeMs)
    throw badRequest('flow_state_expired', 'invalid flow state, flow state has expired');
  const computedChallenge = flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (!isSameText(computedChallenge, flow.code_challenge))
    throw badRequest('bad_code_verifier', 'code challenge does not match previously saved code verifier');
  await db.query('delete from auth.flow_state where user_id = $1', [flow.user_id]);
  return { userId: flow.user_id, method: flow.authentication_method };
}

function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
