import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import { fullName } from '@masomo/domain/personName';
import type { AttendanceStatus } from '@masomo/data/learning/attendance';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '@masomo/data/listing';
import { nullable } from '@masomo/data/nullable';

/** The roster as a device keeps it, for scanning without a connection. */
export const gateRosterSchema = z.array(
  z.object({
    card_id: z.string(),
    /** Known to the office, which prints it; null for everybody else. */
    code: z.nullable(z.string()),
    /** SHA-256 of the code in hexadecimal digits. */
    digest: z.string(),
    kind: z.enum(['student', 'staff']),
    name: z.string(),
    number: z.string(),
    group: z.nullable(z.string()),
  }),
);
/** A valid card as the roster lists it. */
export type GateCard = z.infer<typeof gateRosterSchema>[number];
export type GateRosterFilter = { classId?: string | undefined; studentId?: string | undefined; staff?: boolean | undefined };

export const gateDirections = ['in', 'out'] as const;
export type GateDirection = (typeof gateDirections)[number];
export const sightingOutcomes = [
  'present',
  'late',
  'again',
  'contradicts',
  'outside_terms',
  'left',
  'staff',
  'unknown',
  'revoked',
  'refused',
] as const;
export type SightingOutcome = (typeof sightingOutcomes)[number];

/** A scan as a device sends it; `id` is made by the device and `at` is when it was scanned. */
export type GateScan = { id: string; code: string; at: string; direction: GateDirection };

const gateDaySchema = z.object({
  day: z.string(),
  cards: z.number(),
  in: z.number(),
  late: z.number(),
  out: z.number(),
  staff: z.number(),
  contradicting: z.array(z.string()),
});
/** How many were seen on a day; `contradicting` are students whom the register has as absent or excused. */
export type GateDay = z.infer<typeof gateDaySchema>;

/** A line of the gate's log. */
export type GateSighting = {
  id: string;
  name: string;
  number: string;
  group: string;
  seenAt: string;
  direction: GateDirection;
  outcome: string;
};

/** A student who did not come through the gate on a day; `status` is the register's, null before it is taken. */
export type MissingStudent = { id: string; name: string; admissionNumber: string; className: string; status: AttendanceStatus | null };

/** The card of a person's own child, or a student's own, to be shown on a phone. */
export type OwnGateCard = { id: string; code: string; name: string; number: string };

/** Whose scans a list of the gate shows. */
export const gatePeople = ['all', 'students', 'staff'] as const;
export type GatePeople = (typeof gatePeople)[number];

/** A student who came late on `days` days of a period. */
export type LateStudent = { id: string; name: string; admissionNumber: string; className: string; days: number; lastSeenAt: string };

export const gateKeys = {
  day: (day: string | null, classId?: string) => ['gate', 'day', day, classId ?? ''] as const,
  roster: (filter: GateRosterFilter) => ['gate', 'roster', filter] as const,
  log: (filter: object) => ['gate', 'log', filter] as const,
  missing: (filter: object) => ['gate', 'missing', filter] as const,
  own: () => ['gate', 'own'] as const,
  late: (filter: object) => ['gate', 'late', filter] as const,
  student: (studentId: string, day: string) => ['gate', 'student', studentId, day] as const,
};

/** Valid cards of the school, of a class, of one student or of the staff. */
export async function getGateRoster(db: Db, { classId, studentId, staff }: GateRosterFilter): Promise<GateCard[]> {
  const args = {
    ...(classId ? { class_id: classId } : {}),
    ...(studentId ? { student_id: studentId } : {}),
    ...(staff === undefined ? {} : { staff }),
  };
  const cards = unwrap(await db.rpc('gate_roster', args));
  return cards.map(({ code, group, kind, ...card }) => ({
    ...card,
    code: nullable(code),
    group: nullable(group),
    kind: kind === 'staff' ? 'staff' : 'student',
  }));
}

/** Issues cards to those without one; resolves to how many. */
export async function issueGateCards(db: Db, { classId, studentId, staff }: GateRosterFilter): Promise<number> {
  return unwrap(
    await db.rpc('issue_gate_cards', {
      ...(classId ? { class_id: classId } : {}),
      ...(studentId ? { student_id: studentId } : {}),
      ...(staff ? { staff } : {}),
    }),
  );
}

/** Revokes a lost card and issues another one. */
export async function replaceGateCard(db: Db, cardId: string): Promise<string> {
  return unwrap(await db.rpc('replace_gate_card', { card_id: cardId }));
}

/** Sends scans; sending one again stores nothing. At most 500 at a time. */
export async function recordSightings(db: Db, scans: readonly GateScan[]): Promise<{ id: string; outcome: SightingOutcome }[]> {
  const rows = scans.map(({ id, code, at, direction }) => ({ id, code, at, direction }));
  const results = unwrap(await db.rpc('record_sightings', { scans: rows }));
  return results.map(({ id, outcome }) => ({ id, outcome: z.enum(sightingOutcomes).parse(outcome) }));
}

/** Counts of a day (`2026-11-21`), of the whole school or of a class; null is today. */
export async function getGateDay(db: Db, { day, classId }: { day: string | null; classId?: string | undefined }): Promise<GateDay> {
  const args = { ...(day ? { day } : {}), ...(classId ? { class_id: classId } : {}) };
  return gateDaySchema.parse(unwrap(await db.rpc('gate_day', args, { get: true })));
}

/** The gate's log of a day, newest first, of the people whom the caller knows. */
export async function listSightings(
  db: Db,
  { day, people, page, pageSize }: Pick<ListFilter, 'page' | 'pageSize'> & { day: string; people: GatePeople },
): Promise<ListPage<GateSighting>> {
  const [skipped] = rangeOf({ page, pageSize });
  const rows = unwrap(await db.rpc('gate_log', { day, people, skipped, size: pageSize }, { get: true }));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, seen_at: seenAt, direction, outcome, name, number, group }) => ({
      id,
      seenAt,
      direction: direction === 'out' ? 'out' : 'in',
      outcome,
      name,
      number: nullable(number) ?? '',
      group: nullable(group) ?? '',
    })),
  };
}

/** When a student was seen on a day, in order. */
export async function listStudentSightings(
  db: Db,
  { studentId, day }: { studentId: string; day: string },
): Promise<{ seenAt: string; direction: string; outcome: string }[]> {
  const rows = unwrap(
    await db.from('gate_sightings').select('seen_at, direction, outcome').eq('student_id', studentId).eq('day', day).order('seen_at'),
  );
  return rows.map(({ seen_at: seenAt, direction, outcome }) => ({ seenAt, direction, outcome }));
}

/** Students who came late in a period, most days first. */
export async function listLateStudents(
  db: Db,
  { from, to, sort, page, pageSize }: ListFilter & { from: string; to: string },
): Promise<ListPage<LateStudent>> {
  const rows = unwrap(
    await db
      .rpc('gate_late_list', { from_day: from, to_day: to }, { get: true })
      .order(sortColumn(sort.column, ['days', 'name', 'class_name']), { ascending: !sort.descending })
      .order('student_id')
      .range(...rangeOf({ page, pageSize })),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.student_id,
      name: row.name,
      admissionNumber: row.admission_number,
      className: row.class_name ?? '',
      days: row.days,
      lastSeenAt: row.last_seen_at,
    })),
  };
}

/** Students who did not come through the gate on a day, by class and name. */
export async function listMissingStudents(
  db: Db,
  { day, sort, page, pageSize }: Omit<ListFilter, 'search'> & { day: string },
): Promise<ListPage<MissingStudent>> {
  const rows = unwrap(
    await db
      .rpc('gate_missing_list', { day }, { get: true })
      .order(sortColumn(sort.column, ['class_name', 'name']), { ascending: !sort.descending })
      .order('name')
      .order('student_id')
      .range(...rangeOf({ page, pageSize })),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.student_id,
      name: row.name,
      admissionNumber: row.admission_number,
      className: row.class_name,
      status: row.status ?? null,
    })),
  };
}

/** Valid cards of the caller's children, or of the caller as a student. */
export async function listOwnGateCards(db: Db): Promise<OwnGateCard[]> {
  const rows = unwrap(
    await db
      .from('gate_cards')
      .select('id, code, students!inner(first_name, last_name, admission_number)')
      .is('revoked_at', null)
      .order('id'),
  );
  return rows.map(({ id, code, students: student }) => ({
    id,
    code,
    name: fullName(student.first_name, student.last_name),
    number: student.admission_number,
  }));
}
