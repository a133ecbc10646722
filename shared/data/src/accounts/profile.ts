import { unwrap, type Db } from '@masomo/data';

/** Fields people may change in their own profile. */
export type ProfileNames = { firstName: string; lastName: string; phone: string };

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
