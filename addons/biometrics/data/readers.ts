import { unwrap, type Db } from '@masomo/data';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '@masomo/data/listing';

export const clocks = ['right', 'fast', 'slow', 'lost'] as const;
export type Clock = (typeof clocks)[number];
export type Reader = {
  id: string;
  name: string;
  serial: string;
  state: 'waiting' | 'approved' | 'stopped';
  /** Addresses that it calls from; null for any. */
  network: string | null;
  hostKey: string | null;
  zoneInMinutes: boolean;
  calledAt: string | null;
  calledFrom: string | null;
  seenAt: string | null;
  strangerAt: string | null;
  strangerFrom: string | null;
  clock: Clock;
  /** Seconds that its clock is ahead. */
  drift: number | null;
  isSilent: boolean;
  today: number;
  waiting: number;
};
export type NumberedStudent = {
  id: string;
  name: string;
  admissionNumber: string;
  className: string;
  number: string;
  isBoarder: boolean;
  lastSeenAt: string | null;
};
export type UnknownNumber = { number: string; readings: number; firstAt: string; lastAt: string; reader: string };
export type WaitingLine = { id: string; number: string; readAt: string | null; receivedAt: string; raw: string; reader: string };
export type Boarder = { id: string; name: string; admissionNumber: string; className: string; seenAt: string | null };

export const readerKeys = {
  list: (filter: object) => ['readers', 'list', filter] as const,
  numbers: (filter: object) => ['readers', 'numbers', filter] as const,
  unknown: (filter: object) => ['readers', 'unknown', filter] as const,
  lines: (filter: object) => ['readers', 'lines', filter] as const,
  compound: (filter: object) => ['readers', 'compound', filter] as const,
  student: (studentId: string) => ['readers', 'student', studentId] as const,
};

type Paged = Omit<ListFilter, 'search'>;
const paged = <Row extends { total: number }, Shown>(rows: readonly Row[], shown: (row: Row) => Shown): ListPage<Shown> => ({
  total: rows[0]?.total ?? 0,
  rows: rows.map(shown),
});

/** The readers of the school and how they are. */
export async function listReaders(db: Db, { sort, page, pageSize }: Paged): Promise<ListPage<Reader>> {
  const rows = unwrap(
    await db
      .rpc('reader_list', {}, { get: true })
      .order(sortColumn(sort.column, ['name', 'seen_at', 'today', 'waiting']), { ascending: !sort.descending })
      .order('id')
      .range(...rangeOf({ page, pageSize })),
  );
  return paged(rows, (row) => ({
    id: row.id,
    name: row.name,
    serial: row.serial,
    state: row.state as Reader['state'],
    network: row.network,
    hostKey: row.host_key,
    zoneInMinutes: row.zone_in_minutes,
    calledAt: row.called_at,
    calledFrom: row.called_from,
    seenAt: row.seen_at,
    strangerAt: row.stranger_at,
    strangerFrom: row.stranger_from,
    clock: row.clock as Clock,
    drift: row.drift,
    isSilent: row.is_silent,
    today: row.today,
    waiting: row.waiting,
  }));
}

/** Students with a number on the readers, of a class or of all. */
export async function listNumbers(
  db: Db,
  { classId, sort, page, pageSize }: Paged & { classId: string },
): Promise<ListPage<NumberedStudent>> {
  const rows = unwrap(
    await db
      .rpc('reader_number_list', classId ? { class_id: classId } : {}, { get: true })
      .order(sortColumn(sort.column, ['name', 'class_name', 'last_seen_at']), { ascending: !sort.descending })
      .order('student_id')
      .range(...rangeOf({ page, pageSize })),
  );
  return paged(rows, (row) => ({
    id: row.student_id,
    name: row.name,
    admissionNumber: row.admission_number,
    className: row.class_name ?? '',
    number: row.number,
    isBoarder: row.is_boarder,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Numbers that readers sent and nobody has. */
export async function listUnknownNumbers(db: Db, { sort, page, pageSize }: Paged): Promise<ListPage<UnknownNumber>> {
  const rows = unwrap(
    await db
      .rpc('unknown_reader_numbers', {}, { get: true })
      .order(sortColumn(sort.column, ['last_at', 'readings', 'number']), { ascending: !sort.descending })
      .order('number')
      .range(...rangeOf({ page, pageSize })),
  );
  return paged(rows, (row) => ({
    number: row.number,
    readings: row.readings,
    firstAt: row.first_at,
    lastAt: row.last_at,
    reader: row.reader,
  }));
}

/** Readings that wait because of a wrong clock, or that are no readings. */
export async function listLines(
  db: Db,
  { state, page, pageSize }: Pick<ListFilter, 'page' | 'pageSize'> & { state: string },
): Promise<ListPage<WaitingLine>> {
  const { data, error, status, count } = await db
    .from('reader_lines')
    .select('id, number, read_at, received_at, raw, readers(name)', { count: 'exact' })
    .eq('state', state)
    .order('received_at', { ascending: false })
    .order('id')
    .range(...rangeOf({ page, pageSize }));
  const rows = unwrap({ data, error, status } as never) as NonNullable<typeof data>;
  return {
    total: count ?? rows.length,
    rows: rows.map((row) => ({
      id: row.id,
      number: row.number ?? '',
      readAt: row.read_at,
      receivedAt: row.received_at,
      raw: row.raw,
      reader: row.readers?.name ?? '',
    })),
  };
}

/** Boarders who are on the compound, or who are not. */
export async function listBoarders(db: Db, { isIn, sort, page, pageSize }: Paged & { isIn: boolean }): Promise<ListPage<Boarder>> {
  const rows = unwrap(
    await db
      .rpc('compound_list', { is_in: isIn }, { get: true })
      .order(sortColumn(sort.column, ['name', 'class_name', 'seen_at']), { ascending: !sort.descending })
      .order('student_id')
      .range(...rangeOf({ page, pageSize })),
  );
  return paged(rows, (row) => ({
    id: row.student_id,
    name: row.name,
    admissionNumber: row.admission_number,
    className: row.class_name ?? '',
    seenAt: row.seen_at,
  }));
}

/** The number of a student on the readers; null without one. */
export async function getNumber(db: Db, studentId: string): Promise<{ number: string } | null> {
  const row = unwrap(await db.from('reader_numbers').select('number').eq('student_id', studentId).limit(1))[0];
  return row ?? null;
}
