import { listFactors, type FactorRow, type UserRow } from './users.ts';
import { type Db } from '../../database/transaction.ts';

const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** A factor as the API returns it, without its secret. */
export function factorJson({ id, friendly_name, factor_type, status, created_at, updated_at }: FactorRow) {
  return withoutEmpty({ id, created_at, updated_at, status, friendly_name, factor_type });
}

/** A user as the API returns it. */
export async function userJson(db: Db, user: UserRow): Promise<Record<string, unknown>> {
  const factors = await listFactors(db, user.id);
  const { rows: identities } = await db.query(
    `select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email from auth.identities where user_id = $1 order by created_at`,
    [user.id],
  );
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...withoutEmpty({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change || null,
      email_change_sent_at: user.email_change_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(factors.length > 0 ? { factors: factors.map(factorJson) } : {}),
    identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}
