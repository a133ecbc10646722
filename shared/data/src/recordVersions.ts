import * as z from '@masomo/data/zod';
import { unwrap, type DataError, type Db } from '@masomo/data';

/** Which record was read to be edited, and in which version. */
export type ReadVersion = { id: string; updatedAt: string };

/** Makes the database refuse a save as `conflict` when the record has changed since it was read. */
export function ifUnchanged<Request extends { setHeader(name: string, value: string): Request }>(
  request: Request,
  read: ReadVersion | undefined,
): Request {
  return read ? request.setHeader('x-record-read', `${read.id} ${read.updatedAt}`) : request;
}

/** A record's columns as they are stored. */
export type StoredRecord = { updated_at: string; [column: string]: unknown };

/** Tables whose saves name a version. */
const tables = [
  'students',
  'guardians',
  'staff_members',
  'classes',
  'school_terms',
  'subjects',
  'campuses',
  'lessons',
  'assignments',
  'announcements',
  'student_records',
  'documents',
  'schools',
] as const;
const tableSchema = z.enum(tables);

/**
 * What is stored instead of what was read, when a save was refused for that reason: read again, as the person who saves may read it and with
 * the trace that reading leaves. Undefined for any other error.
 */
export async function readStoredInstead(db: Db, error: DataError, id: string): Promise<StoredRecord | undefined> {
  if (error.code !== 'record.changed') return undefined;
  const table = tableSchema.safeParse(error.field).data;
  if (!table) return undefined;
  if (table === 'student_records') return unwrap(await db.rpc('read_student_records', { of_record: id }).single());
  return unwrap(await db.from(table).select('*').eq('id', id).single());
}
