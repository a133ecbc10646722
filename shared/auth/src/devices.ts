import { t } from '@lingui/core/macro';
import { unwrap } from '@masomo/data';
import { authFailureOf } from './authFailureOf.ts';
import { getClient } from './client.ts';
import { signOut } from './signOut.ts';

/** A device the user is signed in on. */
export type Device = { id: string; startedAt: string; seenAt: string; device: string; isCurrent: boolean };

/** The devices the user is signed in on, this one first. */
export async function listDevices(): Promise<Device[]> {
  const rows = unwrap(await (await getClient()).rpc('my_sessions', {}, { get: true }));
  return rows.map((row) => ({ id: row.id, startedAt: row.started_at, seenAt: row.seen_at, device: row.device, isCurrent: row.is_current }));
}

/** Signs a device out immediately. */
export async function endDevice(id: string): Promise<boolean> {
  return unwrap(await (await getClient()).rpc('end_my_session', { session_id: id }));
}

/** Signs out every other device, then this one in all its tabs. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await (await getClient()).auth.signOut({ scope: 'others' });
  if (error) throw authFailureOf(error, t`The other devices could not be signed out. Try again.`);
  await signOut();
}
