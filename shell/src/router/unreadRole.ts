import type { SessionUser } from '@masomo/auth';
import { mayEnter } from '@masomo/contracts/findScreen';
import { withoutLanguage } from '@masomo/contracts/languages';
import type { RemoteRoute } from '@masomo/contracts/remoteManifest';

/** Whether a guarded screen waits for the role: while that cannot be read, only screens that work offline open by the remembered one. */
export function isClosedWhileUnread({ access, offline = false }: RemoteRoute, { isUnread, role }: SessionUser): boolean {
  return access !== 'anyone' && isUnread === true && !(offline && mayEnter(access, role));
}

/** Whether this person may open a guarded screen now. */
export function mayOpen({ access, whileOpened = false }: RemoteRoute, { role, openedRecords = [] }: SessionUser): boolean {
  if (mayEnter(access, role)) return true;
  return whileOpened && mayEnter(['super_admin'], role) && openedRecords.some(({ until }) => Date.parse(until) > Date.now());
}

/** Whether a guarded screen waits until this person has set up an authenticator app, which the profile offers. */
export function isSentToEnrol({ hasToEnrol }: SessionUser, path: string): boolean {
  return hasToEnrol === true && withoutLanguage(path) !== '/dashboard/profile';
}
