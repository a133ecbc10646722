import { DataError, mutate, type Db } from '@masomo/data';
import { getRoleToEnrol } from '@masomo/data/accounts/secondStep';
import { getIdentity, identityKeys, type Features, type Identity, type OpenedRecords } from '@masomo/data/accounts/identity';
import { personalStorage } from '@masomo/domain/personalStorage';
import { parseRole, type Role } from '@masomo/domain/roles';
import { settledSession } from './sessionStore.ts';

/** What a signed-in person is in the product. */
export type RoleAssignment = {
  role: Role;
  permissions?: readonly string[] | undefined;
  bases?: readonly Role[] | undefined;
  schoolId: string | null;
  timeZone?: string | undefined;
  hasToEnrol?: true;
  features?: Features;
  openedRecords?: readonly OpenedRecords[] | undefined;
};

let opened: Identity | null = null;

/** The identity that this page's session was opened with, once it is known; null for a guest or when it could not be read. */
export async function openedIdentity(): Promise<Identity | null> {
  return (await settledSession()).status === 'signed-in' ? opened : null;
}

const { lastRole } = personalStorage;

function remember(id: string, { role, schoolId, timeZone }: RoleAssignment): void {
  try {
    localStorage.setItem(lastRole, [id, role, schoolId ?? '', timeZone ?? ''].join(' '));
  } catch {
    // Storage is blocked; a start without a connection then shows less.
  }
}

/** What this person was when this browser last could read it. */
function remembered(id: string): RoleAssignment | null {
  try {
    const [of, role, schoolId, timeZone] = (localStorage.getItem(lastRole) ?? '').split(' ');
    return of === id ? { role: parseRole(role), schoolId: schoolId || null, timeZone: timeZone || undefined } : null;
  } catch {
    return null;
  }
}

async function readIdentity(db: Db, id: string): Promise<RoleAssignment | null> {
  opened = await getIdentity(db);
  if (!opened) return null;
  await mutate(identityKeys.current(id), opened, { revalidate: false });
  const { role, bases, permissions, schoolId, schoolTimeZone: timeZone, features, openedRecords } = opened;
  remember(id, { role, schoolId, timeZone });
  return {
    role,
    ...(permissions.length > 0 ? { permissions } : {}),
    ...(bases.length > 1 ? { bases } : {}),
    schoolId,
    timeZone,
    ...(Object.keys(features).length > 0 ? { features } : {}),
    openedRecords: openedRecords.length > 0 ? openedRecords : undefined,
  };
}

/**
 * A person's identity, read in one request and kept in the shared cache for every screen that shows it. When it cannot be read,
 * the person stays what this browser knows them to be. Else, and without a profile, they are a `user` without a school - except
 * accounts named in the configuration, which become super admins. It decides only what is rendered; the database enforces access.
 */
export async function resolveIdentity(
  db: Db,
  person: { id: string; email: string },
  fallbackSuperAdmins: readonly string[] = [],
): Promise<RoleAssignment & { isUnread?: true }> {
  const fallback: RoleAssignment = { role: fallbackSuperAdmins.includes(person.email) ? 'super_admin' : 'user', schoolId: null };
  try {
    const identity = await readIdentity(db, person.id);
    if (identity) return identity;
    const role = await getRoleToEnrol(db);
    return role ? { role, schoolId: null, hasToEnrol: true } : fallback;
  } catch (error) {
    opened = null;
    console.error('The role could not be read.', error);
    const isPassing = error instanceof DataError && error.kind === 'unavailable';
    return isPassing ? { ...(remembered(person.id) ?? fallback), isUnread: true } : fallback;
  }
}

/** Reads once more what could not be read; null while that still fails. */
export async function rereadIdentity(db: Db, id: string): Promise<RoleAssignment | null> {
  return readIdentity(db, id).catch(() => null);
}
