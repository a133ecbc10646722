import type { Context } from 'hono';
import { refusal } from '@masomo/domain/refusals';
import type { Sentence } from '@masomo/domain/sentences';

/** Refuses a request of the release API in words for people, with the code that programs compare. */
export const refuse = (c: Context, code: string, said: Sentence | string, status: 400 | 401 | 403 | 404 | 409 | 413) =>
  c.json(refusal(code, said), status, { 'cache-control': 'no-store' });

/** Refuses a caller who is neither a team nor a super admin. */
export const refuseUnknownCaller = (c: Context) =>
  refuse(c, 'release.sign_in', 'Send the token of a team, or sign in as a super admin.', 401);
