import { unwrap, type Db } from '@masomo/data';

/** A person or a school found by name. */
export type FoundPerson = { kind: string; id: string; name: string; detail: string };

export const findKeys = { people: (userId: string, text: string) => ['find_people', userId, text] as const };

/** People and schools whose name, number or email contains the text, of those the caller may see. */
export async function findPeople(db: Db, text: string, signal = new AbortController().signal): Promise<FoundPerson[]> {
  return unwrap(await db.rpc('find_people', { search: text }, { get: true }).abortSignal(signal));
}
