import { toDataError, type Db } from '@masomo/data';

/** Takes the app, the recovery codes and the trusted devices off a person's account, and tells them. */
export async function resetAuthenticator(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  const { error, status } = await db.rpc('reset_authenticator', { person: id, reason });
  if (error) throw toDataError(error, status);
}
