import * as z from 'zod/mini';
import type { DataError } from '@masomo/data';

/** Which record was read to be edited, and in which version. */
export type ReadVersion = { id: string; updatedAt: string };

/** Makes the database refuse a save as `conflict` when the record has changed since it was read. */
export function ifUnchanged<Request extends { setHeader(name: string, value: string): Request }>(
  request: Request,
  read: ReadVersion | undefined,
): Request {
  return read ? request.setHeader('x-record-read', `${read.id} ${read.updatedAt}`) : request;
}

const storedRecordSchema = z.looseObject({ updated_at: z.string() });
/** A record's columns as they are stored. */
export type StoredRecord = z.infer<typeof storedRecordSchema>;

/** What is stored instead of what was read, when a save was refused for that reason. */
export function storedInstead(error: DataError): StoredRecord | undefined {
  if (error.code !== 'record.changed') return undefined;
  try {
    return storedRecordSchema.parse(JSON.parse(error.field ?? ''));
  } catch {
    return undefined;
  }
}
