import { unwrap, type Db } from '@masomo/data';

/** What a guardian may not: be told about the student, or collect them. */
export type CustodyMark = { guardianId: string; mayBeTold: boolean; mayCollect: boolean; basis: string };

export const custodyKeys = { of: (studentId: string) => ['custody', studentId] as const };

/** Restrictions on a student's guardians; only the office sees them. */
export async function listCustodyMarks(db: Db, studentId: string): Promise<CustodyMark[]> {
  const rows = unwrap(
    await db.from('custody_marks').select('guardian_id, may_be_told, may_collect, basis').eq('student_id', studentId).limit(50),
  );
  return rows.map((row) => ({ guardianId: row.guardian_id, mayBeTold: row.may_be_told, mayCollect: row.may_collect, basis: row.basis }));
}

/** Notes a restriction, or takes it away when both are allowed. Resolves to the guardian's id. */
export async function setCustody(
  db: Db,
  { studentId, guardianId, mayBeTold, mayCollect, basis }: CustodyMark & { studentId: string },
): Promise<string> {
  const { error, status } = await db.rpc('set_custody', {
    student_id: studentId,
    guardian_id: guardianId,
    may_be_told: mayBeTold,
    may_collect: mayCollect,
    basis,
  });
  return unwrap({ data: guardianId, error, status });
}
