import { unwrap, type Db } from '@masomo/data';

/** A super admin's look into a school's children's records: why, and until when. */
export type RecordOpening = { id: string; reason: string; openedAt: string; closesAt: string };

export const recordOpeningKeys = { current: (schoolId: string, userId: string) => ['record-openings', schoolId, userId] as const };

/** What the person has open at a school at this moment; null when nothing is. */
export async function getRecordOpening(db: Db, { schoolId, userId }: { schoolId: string; userId: string }): Promise<RecordOpening | null> {
  const [row] = unwrap(
    await db
      .from('record_openings')
      .select('id, reason, opened_at, closes_at')
      .eq('school_id', schoolId)
      .eq('opened_by', userId)
      .gt('closes_at', new Date().toISOString())
      .order('opened_at', { ascending: false })
      .limit(1),
  );
  return row ? { id: row.id, reason: row.reason, openedAt: row.opened_at, closesAt: row.closes_at } : null;
}

/** Opens a school's children's records for an hour; its administrators read the reason. Resolves to the time it ends. */
export async function openRecords(db: Db, { schoolId, reason }: { schoolId: string; reason: string }): Promise<string> {
  return unwrap(await db.rpc('open_records', { school_id: schoolId, reason }));
}

/** Ends what the person has opened. */
export async function closeRecords(db: Db, schoolId: string): Promise<string> {
  const { error, status } = await db.rpc('close_records');
  return unwrap({ data: schoolId, error, status });
}
