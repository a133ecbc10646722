import * as z from 'zod/mini';
import type { Db } from '@masomo/data';
import { parseRole, type Role } from '@masomo/domain/roles';

/** A signed-in user's role and school. */
export type RoleAssignment = { role: Role; schoolId: string | null };

const profileSchema = z.object({ role: z.string(), school_id: z.nullable(z.string()) });

/**
 * Looks up a user's role and school: in `super_admins` first, else in `users`. When that fails or there is no profile, the
 * role is `user` without a school, except for accounts named in the configuration, which become super admins.
 * It decides only what is rendered; the database enforces access.
 */
export async function resolveRole(
  db: Db,
  person: { id: string; email: string },
  fallbackSuperAdmins: readonly string[] = [],
): Promise<RoleAssignment> {
  try {
    const admin = await db.from('super_admins').select('id').eq('id', person.id).maybeSingle();
    if (admin.error) throw admin.error;
    if (admin.data) return { role: 'super_admin', schoolId: null };
    const profile = await db.from('users').select('role, school_id').eq('id', person.id).maybeSingle();
    if (profile.error) throw profile.error;
    if (profile.data) {
      const { role, school_id } = profileSchema.parse(profile.data);
      return { role: parseRole(role), schoolId: school_id };
    }
  } catch (error) {
    console.error('The role could not be read; continuing as a user without a school.', error);
  }
  return { role: fallbackSuperAdmins.includes(person.email) ? 'super_admin' : 'user', schoolId: null };
}
