import { toDataError, unwrap, type Db } from '@masomo/data';

type Result = { error: Parameters<typeof toDataError>[0] | null; status: number };
const expectDone = ({ error, status }: Result) => {
  if (error) throw toDataError(error, status);
};

export async function addReader(db: Db, fields: { name: string; serial: string }): Promise<string> {
  return unwrap(await db.rpc('add_reader', fields));
}

export type Approval = { id: string; network: string; byHost: boolean; zoneInMinutes: boolean };
/** Lets a reader count; resolves to the first label of its own host name, where it has one. */
export async function approveReader(db: Db, { id, network, byHost, zoneInMinutes }: Approval): Promise<string | null> {
  const { data, error, status } = await db.rpc('approve_reader', {
    reader_id: id,
    network,
    by_host: byHost,
    zone_in_minutes: zoneInMinutes,
  });
  expectDone({ error, status });
  return data;
}

/** Stops a reader, or has a stopped one wait for approval. */
export async function stopReader(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('stop_reader', { reader_id: id }));
}

export async function removeReader(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_reader', { reader_id: id }));
}

export type NumberFields = { studentId: string; number: string };
/** Resolves to how many readings waited for the number and are in the register now. */
export async function giveNumber(db: Db, { studentId, number }: NumberFields): Promise<number> {
  return unwrap(await db.rpc('give_reader_number', { student_id: studentId, number }));
}

/** Gives a class the next free numbers. */
export async function numberClass(db: Db, classId: string): Promise<{ given: number; withoutConsent: number }> {
  const result = unwrap(await db.rpc('number_class', { class_id: classId })) as { given: number; without_consent: number };
  return { given: result.given, withoutConsent: result.without_consent };
}

export async function takeNumber(db: Db, studentId: string): Promise<void> {
  expectDone(await db.rpc('take_reader_number', { student_id: studentId }));
}

/** Resolves to how many readers are told. */
export async function sendName(db: Db, studentId: string): Promise<number> {
  return unwrap(await db.rpc('send_reader_name', { student_id: studentId }));
}

export type Settlement = { ids: readonly string[]; how: 'read' | 'received' | 'set_aside' };
export async function settleLines(db: Db, { ids, how }: Settlement): Promise<number> {
  return unwrap(await db.rpc('settle_reader_lines', { line_ids: [...ids], how }));
}
