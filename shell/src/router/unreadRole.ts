import type { SessionUser } from '@masomo/auth';
import { mayEnter } from '@masomo/contracts/findScreen';
import { withoutLanguage } from '@masomo/contracts/languages';
import type { RemoteRoute } from '@masomo/contracts/remoteManifest';

/** Whether a guarded screen waits for the role: while that cannot be read, only screens that work offline open by the remembered one. */
export function isClosedWhileUnread(route: RemoteRoute, user: SessionUser): boolean {
  return route.access !== 'anyone' && user.isUnread === true && !(route.offline === true && mayEnter(route, user));
}

/** Whether this person may open a guarded screen now. */
export function mayOpen(route: RemoteRoute, user: SessionUser): boolean {
  if (mayEnter(route, user)) return true;
  const { openedRecords = [] } = user;
  return (
    route.whileOpened === true &&
    mayEnter({ access: ['super_admin'] }, user) &&
    openedRecords.some(({ until }) => Date.parse(until) > Date.now())
  );
}

/** Whether a guarded screen waits until this person has set up an authenticator app, which the profile offers. */
export function isSentToEnrol({ hasToEnrol }: SessionUser, path: string): boolean {
  return hasToEnrol === true && withoutLanguage(path) !== '/dashboard/profile';
}
