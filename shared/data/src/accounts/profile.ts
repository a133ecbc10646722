import { unwrap, type Db } from '@masomo/data';

/** Fields people may change in their own profile. */
export type ProfileNames = { firstName: string; lastName: string; phone: string };

/** A person's own profile; email and role belong to the account. */
export type Profile = ProfileNames & { role: string; schoolId: string | null };

export const profileKeys = { mine: (userId: string) => ['users', 'profile', userId] as const };

/** The profile of an account. */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const row = unwrap(await db.from('users').select('first_name, last_name, phone, role, school_id').eq('id', userId).single());
  return {
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    phone: row.phone ?? '',
    role: row.role,
    schoolId: row.school_id,
  };
}

/** Saves names and phone; row-level security allows one's own account only. Resolves to its id. */
export async function updateProfile(db: Db, { userId, names }: { userId: string; names: ProfileNames }): Promise<string> {
  return unwrap(
    await db
      .from('users')
      .update({ first_name: names.firstName, last_name: names.lastName, phone: names.phone })
      .eq('id', userId)
      .select('id')
      .single(),
  ).id;
}
