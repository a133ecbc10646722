import { mutate, type Db } from '@masomo/data';
import { getIdentity, identityKeys, type Identity } from '@masomo/data/accounts/identity';
import type { Role } from '@masomo/domain/roles';
import { settledSession } from './sessionStore.ts';

/** What a signed-in person is in the product. */
export type RoleAssignment = { role: Role; schoolId: string | null };

let opened: Identity | null = null;

/** The identity that this page's session was opened with, once it is known; null for a guest or when it could not be read. */
export async function openedIdentity(): Promise<Identity | null> {
  return (await settledSession()).status === 'signed-in' ? opened : null;
}

/**
 * A person's identity, read in one request and kept in the shared cache for every screen that shows it. When that fails or
 * there is no profile, the person is a `user` without a school - except accounts named in the configuration, which become
 * super admins. It decides only what is rendered; the database enforces access.
 */
export async function resolveIdentity(
  db: Db,
  person: { id: string; email: string },
  fallbackSuperAdmins: readonly string[] = [],
): Promise<RoleAssignment> {
  try {
    opened = await getIdentity(db);
    if (opened) {
      await mutate(identityKeys.current(person.id), opened, { revalidate: false });
      return { role: opened.role, schoolId: opened.schoolId };
    }
  } catch (error) {
    opened = null;
    console.error('The role could not be read.', error);
  }
  return { role: fallbackSuperAdmins.includes(person.email) ? 'super_admin' : 'user', schoolId: null };
}
