import { type AuthContext } from '../context.ts';
import { saveFlowState, type CodeChallenge } from './flowState.ts';
import { sendActionMail, type MailKind } from './emailTemplates.ts';
import { issueOneTimeToken, type TokenPurpose } from './oneTimeTokens.ts';
import { type Db } from '../../database/transaction.ts';
import { updateUser, type UserChanges, type UserRow } from '../users/users.ts';

const purposes: Record<Exclude<MailKind, 'email_change'>, TokenPurpose> = {
  invite: 'confirmation_token',
  confirmation: 'confirmation_token',
  recovery: 'recovery_token',
  magic_link: 'recovery_token',
  reauthentication: 'reauthentication_token',
};

/** Columns that record when the last mail of a kind was sent. */
const sentAtColumns = (kind: MailKind, now: Date): UserChanges => {
  if (kind === 'invite') return { invited_at: now, confirmation_sent_at: now };
  if (kind === 'confirmation') return { confirmation_sent_at: now };
  if (kind === 'reauthentication') return { reauthentication_sent_at: now };
  if (kind === 'email_change') return { email_change_sent_at: now };
  return { recovery_sent_at: now };
};

type UserMail = { kind: Exclude<MailKind, 'email_change'>; user: UserRow; redirectTo: string; code: CodeChallenge | null };

/** Issues a code for a purpose, to be mailed or returned to the calling service. */
export async function issueCode(
  context: AuthContext,
  db: Db,
  { kind, user, code }: Omit<UserMail, 'redirectTo'>,
): Promise<{ code: string; hash: string; user: UserRow }> {
  const now = context.now();
  const issued = await issueOneTimeToken(db, {
    userId: user.id,
    purpose: purposes[kind],
    email: user.email ?? '',
    length: context.settings.email.otp_length,
    isPkce: code !== null,
    now,
  });
  if (code) await saveFlowState(db, { userId: user.id, code, method: kind, now });
  return { ...issued, user: await updateUser(db, user.id, sentAtColumns(kind, now), now) };
}

/** Mails a user a link and a code. The mail is queued with the transaction. */
export async function mailUser(context: AuthContext, db: Db, mail: UserMail): Promise<UserRow> {
  const { code, hash, user } = await issueCode(context, db, mail);
  await sendActionMail(context, db, {
    kind: mail.kind,
    to: user.email ?? '',
    email: user.email ?? '',
    code,
    hash,
    redirectTo: mail.redirectTo,
    data: user.raw_user_meta_data,
  });
  return user;
}

/** Mails the new address, and the current one too when both must confirm. */
export async function mailEmailChange(
  context: AuthContext,
  db: Db,
  { user, newEmail, redirectTo, code }: { user: UserRow; newEmail: string; redirectTo: string; code: CodeChallenge | null },
): Promise<UserRow> {
  const now = context.now();
  const length = context.settings.email.otp_length;
  const needsBothConfirmations = context.settings.email.double_confirm_changes && user.email;
  const changed = await updateUser(
    db,
    user.id,
    { email_change: newEmail.toLowerCase(), email_change_confirm_status: 0, ...sentAtColumns('email_change', now) },
    now,
  );
  if (code) await saveFlowState(db, { userId: user.id, code, method: 'email_change', now });
  const targets: [TokenPurpose, string][] = [
    ['email_change_token_new', newEmail],
    ...(needsBothConfirmations ? [['email_change_token_current', user.email ?? ''] satisfies [TokenPurpose, string]] : []),
  ];
  for (const [purpose, to] of targets) {
    const issued = await issueOneTimeToken(db, { userId: user.id, purpose, email: to, length, isPkce: code !== null, now });
    await sendActionMail(context, db, {
      kind: 'email_change',
      to,
      email: user.email ?? '',
      newEmail,
      ...issued,
      redirectTo,
      data: user.raw_user_meta_data,
    });
  }
  return changed;
}
