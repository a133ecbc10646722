import * as z from '@masomo/data/zod';
import { parseRole, type Role } from '@masomo/domain/roles';
import { toDataError, unwrap, withOwnKey, type Db } from '@masomo/data';
import { listAccountRows } from '../accounts/listAccountRows.ts';
import type { ListFilter, ListPage } from '../listing.ts';
import type { SchoolVersion } from './schools.ts';
import { schoolKinds, type SchoolKind } from '@masomo/domain/schoolKinds';

const subscriptionSchema = z.object({
  id: z.string(),
  plan_id: z.string(),
  plan: z.string(),
  status: z.string(),
  billing: z.string(),
  started_on: z.string(),
  ends_on: z.string(),
  grace_until: z.nullable(z.string()),
  max_students: z.nullable(z.number()),
});

const overviewSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  name: z.string(),
  kind: z.enum(schoolKinds),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  city: z.nullable(z.string()),
  address: z.nullable(z.string()),
  motto: z.nullable(z.string()),
  version: z.enum(['saas', 'standalone']),
  is_active: z.boolean(),
  is_demo: z.boolean(),
  created_at: z.string(),
  students: z.number(),
  staff: z.number(),
  classes: z.number(),
  last_sign_in: z.nullable(z.string()),
  /** Bytes that its files take and may take; `megabytes` where the limit is its own. */
  file_room: z.object({
    used: z.number(),
    limit: z.number(),
    megabytes: z.nullable(z.number()),
    /** What every school with its plan has, or without a plan. */
    of_plan: z.object({ plan_id: z.nullable(z.string()), plan: z.nullable(z.string()), is_trial: z.boolean(), megabytes: z.number() }),
  }),
  subscription: z.nullable(subscriptionSchema),
});

/** One school as the platform sees it. */
export type SchoolOverview = z.infer<typeof overviewSchema>;

/** An account of a school; `lastSignInAt` is null until an invitation is accepted. */
export type Member = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  isActive: boolean;
  lastSignInAt: string | null;
};

/** Fields of a new school and its administrator. */
export type NewSchoolFields = {
  requestId: string;
  name: string;
  kind: SchoolKind;
  version: SchoolVersion;
  email: string;
  phone: string;
  city: string;
  planId: string;
  adminEmail: string;
  adminFirstName: string;
  adminLastName: string;
};

export const schoolOverviewKeys = {
  one: (id: string) => ['schools', 'overview', id] as const,
  members: (schoolId: string, filter: ListFilter) => ['users', 'members', schoolId, filter] as const,
};

/** One school as the platform sees it; super admins only. */
export async function getSchoolOverview(db: Db, id: string): Promise<SchoolOverview> {
  return overviewSchema.parse(unwrap(await db.rpc('school_overview', { school_id: id }, { get: true })));
}

/** Gives a school room for files of its own, or with null that of its plan again; the reason is kept in its activity log. */
export async function setSchoolStorage(
  db: Db,
  { schoolId, megabytes, reason }: { schoolId: string; megabytes: number | null; reason: string },
): Promise<string> {
  const { error, status } = await db.rpc('set_school_storage', {
    school_id: schoolId,
    reason,
    ...(megabytes === null ? {} : { megabytes }),
  });
  if (error) throw toDataError(error, status);
  return schoolId;
}

/** Gives every school with a plan, or with a null id every school without one, room for files, in a trial or not. */
export async function setStorageLimit(
  db: Db,
  { planId, isTrial, megabytes }: { planId: string | null; isTrial: boolean; megabytes: number },
): Promise<void> {
  // Every argument may be null in SQL, which the generated types do not say.
  const plan = { plan_id: planId } as { plan_id: string };
  const { error, status } = await db.rpc('set_storage_limit', { ...plan, is_trial: isTrial, megabytes });
  if (error) throw toDataError(error, status);
}

/** Adds a school with its trial and its administrator's invitation, once per `requestId`; resolves to its id. The email is sent separately. */
export async function openSchool(db: Db, school: NewSchoolFields): Promise<string> {
  const { requestId, name, kind, email, phone, city, version, planId, adminEmail, adminFirstName, adminLastName } = school;
  return z.object({ id: z.string() }).parse(
    unwrap(
      await withOwnKey(db).rpc('open_school', {
        request_id: requestId,
        name,
        kind,
        admin_email: adminEmail,
        admin_first_name: adminFirstName,
        admin_last_name: adminLastName,
        email,
        phone,
        city,
        version,
        ...(planId ? { plan_id: planId } : {}),
      }),
    ),
  ).id;
}

/** The accounts of a school, for super admins and the school's administrators. */
export async function listMembers(db: Db, schoolId: string, filter: ListFilter): Promise<ListPage<Member>> {
  const { rows, total } = await listAccountRows(db, filter, { schoolId });
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      email: row.email ?? '',
      role: parseRole(row.role),
      isActive: row.is_active,
      lastSignInAt: row.last_sign_in_at,
    })),
  };
}
