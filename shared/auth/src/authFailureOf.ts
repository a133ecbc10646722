import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { AuthFailure } from './AuthFailure.ts';

type Failure = { name?: string; message?: string; code?: string | undefined; status?: number | undefined };

/** Answers of the auth service that people meet often, by code, since the service knows no other language than English. */
const answers: Record<string, MessageDescriptor> = {
  current_password_mismatch: msg`The current password is not correct.`,
  invalid_credentials: msg`Invalid login credentials`,
  mfa_verification_failed: msg`This code is not correct, or it is no longer valid. Enter the code that the app shows now.`,
  otp_expired: msg`This link has expired or was already used. Request a new one.`,
  over_email_send_rate_limit: msg`Too many emails were requested. Try again later.`,
  over_request_rate_limit: msg`Too many attempts. Try again in a few minutes.`,
  reauthentication_needed: msg`Enter your current password, too.`,
  same_password: msg`The new password must differ from the old one.`,
  weak_password: msg`This password is easy to guess. Choose a longer one, such as a sentence that only you would say.`,
};

/** Converts an error of the auth service: its own message, `fallback` when it has none, or a sentence about the connection. */
export function authFailureOf(error: Failure, fallback: string): AuthFailure {
  if (error.name === 'AuthRetryableFetchError')
    return new AuthFailure(t`The server cannot be reached. Check your connection and try again.`, 'unreachable', error);
  const answer = error.code === undefined ? undefined : answers[error.code];
  const message = answer ? t(answer) : error.message && error.message !== '{}' ? error.message : fallback;
  return new AuthFailure(message, error.code, error);
}
