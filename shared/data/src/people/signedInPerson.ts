import { unwrap, type Db } from '@masomo/data';

/** The signed-in person as the shell shows them. A missing name is empty; a super admin has no school. */
export type SignedInPerson = { name: string; schoolName: string | null };

export const signedInPersonKeys = { signedIn: (userId: string) => ['users', 'person', userId] as const };

/** Name and school of an account. */
export async function getSignedInPerson(db: Db, userId: string): Promise<SignedInPerson> {
  const row = unwrap(await db.from('users').select('first_name, last_name, schools(name)').eq('id', userId).single());
  return { name: [row.first_name, row.last_name].filter(Boolean).join(' '), schoolName: row.schools?.name ?? null };
}
