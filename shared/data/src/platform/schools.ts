import * as z from '@masomo/data/zod';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import type { SchoolKind } from '@masomo/domain/schoolKinds';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

/** A school as the platform sees it. */
export type School = {
  id: string;
  updatedAt: string;
  name: string;
  kind: SchoolKind;
  email: string;
  phone: string;
  city: string;
  /** Of Kenya; empty elsewhere. */
  county: string;
  address: string;
  motto: string;
  /** IANA name of the zone in which its days begin. */
  timeZone: string;
  isActive: boolean;
  /** Where it runs: with us, or on the school's own server. */
  version: SchoolVersion;
};
export const schoolVersions = ['saas', 'standalone'] as const;
export type SchoolVersion = (typeof schoolVersions)[number];
/** Without time zone or county these stay as they are; where a school runs stays as it was opened. */
export type SchoolFields = Omit<School, keyof ReadVersion | 'isActive' | 'timeZone' | 'county' | 'version'> &
  Partial<Pick<School, 'timeZone' | 'county'>>;

/** An empty `kind` means every kind. */
export type SchoolFilter = ListFilter & { kind: SchoolKind | ''; isActive: boolean };

export type Term = ReadVersion & { name: string; startsOn: string; endsOn: string; isClosed?: boolean };
/** Terms as `listTerms` returns them, for parsing those that a device stored. */
export const termsSchema = z.array(
  z.object({ id: z.string(), updatedAt: z.string(), name: z.string(), startsOn: z.string(), endsOn: z.string(), isClosed: z.boolean() }),
);

export const schoolKeys = {
  list: (filter: SchoolFilter) => ['schools', 'list', filter] as const,
  one: (id: string) => ['schools', 'one', id] as const,
  paymentInstructions: (id: string) => ['schools', 'how to pay', id] as const,
  absentMarks: (id: string) => ['schools', 'absent marks', id] as const,
  terms: (id: string) => ['schools', 'terms', id] as const,
};

const columns = 'id, updated_at, name, kind, email, phone, city, county, address, motto, time_zone, is_active, version';
type Row = {
  id: string;
  updated_at: string;
  name: string;
  kind: SchoolKind;
  email: string | null;
  phone: string | null;
  city: string | null;
  county: string | null;
  address: string | null;
  motto: string | null;
  time_zone: string;
  is_active: boolean;
  version: string;
};

const toSchool = (row: Row): School => ({
  id: row.id,
  updatedAt: row.updated_at,
  name: row.name,
  kind: row.kind,
  email: row.email ?? '',
  phone: row.phone ?? '',
  city: row.city ?? '',
  county: row.county ?? '',
  address: row.address ?? '',
  motto: row.motto ?? '',
  timeZone: row.time_zone,
  isActive: row.is_active,
  version: row.version === 'standalone' ? 'standalone' : 'saas',
});
const columnsOf = ({ name, kind, email, phone, city, county, address, motto, timeZone }: SchoolFields) => ({
  name,
  kind,
  email: email || null,
  phone: phone || null,
  city: city || null,
  address: address || null,
  motto: motto || null,
  ...(timeZone ? { time_zone: timeZone } : {}),
  ...(county === undefined ? {} : { county: county || null }),
});

/** Active or archived schools by name or town. */
export async function listSchools(db: Db, filter: SchoolFilter): Promise<ListPage<School>> {
  let query = db.from('schools').select(columns, { count: 'exact' }).eq('is_active', filter.isActive);
  if (filter.kind) query = query.eq('kind', filter.kind);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['name', 'kind', 'city']), { ascending: !filter.sort.descending })
      .range(...rangeOf(filter)),
  );
  return { rows: rows.map(toSchool), total };
}

/** One school. */
export async function getSchool(db: Db, id: string): Promise<School> {
  return toSchool(unwrap(await db.from('schools').select(columns).eq('id', id).single()));
}

/** Updates a school; only the platform may change name and kind. */
export async function updateSchool(
  db: Db,
  { id, fields, read }: { id: string; fields: SchoolFields; read?: ReadVersion | undefined },
): Promise<School> {
  return toSchool(
    unwrap(
      await ifUnchanged(db.from('schools').update(columnsOf(fields)).eq('id', id), read)
        .select(columns)
        .single(),
    ),
  );
}

/** Payment instructions for families; empty when the school has none. */
export async function getPaymentInstructions(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('schools').select('payment_instructions').eq('id', id).single()).payment_instructions ?? '';
}

/** Saves the payment instructions for families. */
export async function savePaymentInstructions(db: Db, { id, instructions }: { id: string; instructions: string }): Promise<string> {
  return unwrap(
    await db
      .from('schools')
      .update({ payment_instructions: instructions.trim() || null })
      .eq('id', id)
      .select('id')
      .single(),
  ).id;
}

/** Whether an absent mark counts as 0 at the school. */
export async function getAbsentCountsAsZero(db: Db, id: string): Promise<boolean> {
  return unwrap(await db.from('schools').select('absent_counts_as_zero').eq('id', id).single()).absent_counts_as_zero;
}

/** Decides whether an absent mark counts as 0, in the terms that are open and those to come. */
export async function saveAbsentCountsAsZero(db: Db, { id, countsAsZero }: { id: string; countsAsZero: boolean }): Promise<string> {
  return unwrap(await db.from('schools').update({ absent_counts_as_zero: countsAsZero }).eq('id', id).select('id').single()).id;
}

/** Archives or restores a school; its data stays. */
export async function setSchoolActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<School> {
  return toSchool(unwrap(await db.from('schools').update({ is_active: isActive }).eq('id', id).select(columns).single()));
}

/** The terms of a school, newest first. */
export async function listTerms(db: Db, schoolId: string): Promise<Term[]> {
  const rows = unwrap(
    await db
      .from('school_terms')
      .select('id, updated_at, name, starts_on, ends_on, closed_at')
      .eq('school_id', schoolId)
      .order('starts_on', { ascending: false }),
  );
  return rows.map((row) => ({
    id: row.id,
    updatedAt: row.updated_at,
    name: row.name,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    isClosed: Boolean(row.closed_at),
  }));
}

/** The term of a day; between terms the latest that started, before all of them the first. */
export function currentTerm(terms: readonly Term[], day: string): Term | undefined {
  const started = terms.filter(({ startsOn }) => startsOn <= day).toSorted((a, b) => b.startsOn.localeCompare(a.startsOn));
  return started[0] ?? terms.toSorted((a, b) => a.startsOn.localeCompare(b.startsOn))[0];
}
