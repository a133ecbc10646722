import type { Db } from '@masomo/data';
import { parseRole, type Role } from '@masomo/domain/roles';

/**
 * Who somebody is here: first whether they are a super admin, otherwise the role and school of their profile.
 * A failed or empty look-up gives the fallback role without a school; the database decides what that may see.
 */
export async function resolveRole(db: Db, userId: string): Promise<{ role: Role; schoolId: string | null }> {
  const superAdmin = await db.from('super_admins').select('id').eq('id', userId).maybeSingle();
  if (superAdmin.error) console.warn('The super admin look-up failed:', superAdmin.error.message);
  if (superAdmin.data) return { role: 'super_admin', schoolId: null };
  const profile = await db.from('users').select('role, school_id').eq('id', userId).maybeSingle();
  if (profile.error) console.warn('The role look-up failed:', profile.error.message);
  if (!profile.data) return { role: 'user', schoolId: null };
  return { role: parseRole(profile.data.role), schoolId: profile.data.school_id };
}
