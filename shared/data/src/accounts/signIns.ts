import { unwrapPage, type Db } from '@masomo/data';
import { rangeOf, type ListFilter, type ListPage } from '../listing.ts';

/** A sign-in of the caller: when, from which browser and address, and whether it has ended. */
export type SignIn = {
  id: string;
  signedInAt: string;
  endedAt: string | null;
  hasSecondStep: boolean;
  /** The browser's user agent. */
  device: string;
  /** Empty where the auth service does not tell it. */
  address: string;
};

export const signInKeys = { list: (userId: string, filter: ListFilter) => ['sign-ins', userId, filter] as const };

/** The caller's sign-ins of the last twelve months, newest first. */
export async function listSignIns(db: Db, filter: ListFilter): Promise<ListPage<SignIn>> {
  const { rows, total } = unwrapPage(
    await db
      .from('sign_ins')
      .select('id, signed_in_at, ended_at, has_second_step, device, address', { count: 'exact' })
      .order('signed_in_at', { ascending: false })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      signedInAt: row.signed_in_at,
      endedAt: row.ended_at,
      hasSecondStep: row.has_second_step,
      device: row.device,
      address: typeof row.address === 'string' ? row.address : '',
    })),
  };
}
