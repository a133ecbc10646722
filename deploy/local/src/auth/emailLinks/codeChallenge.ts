import { z } from 'zod';
import { badRequest } from '../errors.ts';
import { type CodeChallenge } from './flowState.ts';

/** PKCE fields of a request: with them the mailed link leads to a code instead of a session. */
export const codeChallengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

/** The PKCE challenge of a request, or null without one. Throws 400 when it is malformed. */
export function codeChallengeOf({
  code_challenge: challenge,
  code_challenge_method: method,
}: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | null {
  if (!challenge && !method) return null;
  const known = method?.toLowerCase();
  if (!challenge || (known !== 's256' && known !== 'plain')) {
    throw badRequest('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge');
  }
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(challenge)) throw badRequest('validation_failed', 'code challenge is not valid');
  return { challenge, method: known };
}
