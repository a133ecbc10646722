import { languages, type Language } from '@masomo/contracts/languages';
import type { PriceCategory } from '@masomo/domain/pricing';
import { toDataError, unwrap, type Db } from '@masomo/data';
import { parseRole, type Role } from '@masomo/domain/roles';

export type Features = Record<string, 'on' | 'read-only'>;

const isFeature = (entry: [string, unknown]): entry is [string, Features[string]] => entry[1] === 'on' || entry[1] === 'read-only';

/** A school whose children's records a super admin has open, and until when. */
export type OpenedRecords = { school: string; until: string };

const isOpenedRecords = (value: unknown): value is OpenedRecords =>
  typeof value === 'object' && value !== null && 'school' in value && 'until' in value && typeof value.until === 'string';

/** A school where the person has a role. */
export type SchoolChoice = { id: string; name: string };

const isSchoolChoice = (value: unknown): value is SchoolChoice =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string';

/** Who the signed-in person is. Missing names are empty; a super admin has no school. */
export type Identity = {
  firstName: string;
  lastName: string;
  phone: string;
  role: Role;
  /** What the person's roles are based on. */
  bases: readonly Role[];
  /** The schools where the person has a role, where there are several. */
  schools: readonly SchoolChoice[];
  /** Names of permissions, of which this release may not know all. */
  permissions: readonly string[];
  schoolId: string | null;
  schoolName: string | null;
  /** Whether the school runs with us or on a server of its own. */
  schoolVersion: PriceCategory | null;
  /** The language that the person chose; null before that. */
  language: Language | null;
  /** IANA name of the zone in which the school's days begin. */
  schoolTimeZone: string | undefined;
  /** The revision of the public content at that moment, see `getContentRevision`. */
  contentRevision: number;
  /** Add-ons of the school: `addon:<slug>` -> whether they are on or, after their end, read-only. */
  features: Features;
  /** What the store sells to the school: categories and features of items. Null without a school: everything. */
  sold: readonly string[] | null;
  /** Schools whose children's records this super admin has open. */
  openedRecords: readonly OpenedRecords[];
};

export const identityKeys = { current: (userId: string) => ['users', 'identity', userId] as const };

/** The caller's profile, role and school in one request; null when the account has no profile. */
export async function getIdentity(db: Db): Promise<Identity | null> {
  const [row] = unwrap(await db.rpc('current_identity', {}, { get: true }));
  if (!row) return null;
  // The generated types do not know which columns of a function's rows may be null.
  return {
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    phone: row.phone ?? '',
    role: parseRole(row.role),
    bases: (row.bases ?? []).map(parseRole),
    schools: Array.isArray(row.schools) ? row.schools.filter(isSchoolChoice) : [],
    permissions: row.permissions ?? [],
    schoolId: row.school_id ?? null,
    schoolName: row.school_name ?? null,
    schoolVersion: row.school_version === 'saas' || row.school_version === 'standalone' ? row.school_version : null,
    language: languages.find((language) => language === row.language) ?? null,
    schoolTimeZone: row.school_time_zone ?? undefined,
    contentRevision: row.content_revision,
    features: Object.fromEntries(Object.entries(row.features ?? {}).filter(isFeature)),
    sold: row.sold ?? null,
    openedRecords: Array.isArray(row.opened_records) ? row.opened_records.filter(isOpenedRecords) : [],
  };
}

/** Takes this session to another of the person's schools. */
export async function switchSchool(db: Db, schoolId: string): Promise<void> {
  const { error, status } = await db.rpc('switch_school', { school_id: schoolId });
  if (error) throw toDataError(error, status);
}

/** Keeps the language that the caller reads the product in. */
export async function saveLanguage(db: Db, language: Language): Promise<void> {
  const { error, status } = await db.rpc('set_language', { language });
  if (error) throw toDataError(error, status);
}
