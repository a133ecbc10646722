import { parseRole, type Role } from '@masomo/domain/roles';
import { toDataError, unwrap, type Db } from '@masomo/data';
import type { ListFilter, ListPage } from '../listing.ts';

/** A role that people of a school can have. */
export type SchoolRole = {
  id: string;
  /** Empty for the roles that every school has, which are called as their base. */
  name: string;
  base: Role;
  people: number;
  needsSecondStep: boolean;
  permissions: readonly string[];
  isOwn: boolean;
  /** Whether the caller may do all that the role allows, and so may give, change and take it. */
  canGive: boolean;
};
/** Something that a role may allow, in words; `isOfModule`: a module or an add-on brings it. */
export type SchoolPermission = { name: string; sentence: string; needsSecondStep: boolean; canGive: boolean; isOfModule: boolean };
/** What a role is made of. */
export type RoleFields = { name: string; base: Role; permissions: readonly string[] };
/** A person with a role: days are `yyyy-mm-dd`, null for one that is not limited. */
export type Membership = {
  id: string;
  userId: string;
  name: string;
  email: string;
  campusId: string | null;
  campus: string | null;
  startsOn: string | null;
  endsOn: string | null;
  isActive: boolean;
  canTake: boolean;
};
export const schoolRoleKeys = {
  roles: (schoolId: string) => ['school-roles', schoolId] as const,
  permissions: (schoolId: string) => ['school-roles', 'permissions', schoolId] as const,
  suggestions: () => ['school-roles', 'suggestions'] as const,
  people: (roleId: string, filter: ListFilter) => ['school-roles', 'people', roleId, filter] as const,
};

/** The roles of the caller's school, or of the one that a super admin names; those that every school has first. */
export async function listSchoolRoles(db: Db, schoolId?: string): Promise<SchoolRole[]> {
  return unwrap(await db.rpc('school_roles', schoolId ? { of_school: schoolId } : {})).map((row) => ({
    id: row.id,
    name: row.name ?? '',
    base: parseRole(row.base),
    people: row.people,
    needsSecondStep: row.needs_second_step,
    permissions: row.permissions,
    isOwn: row.is_own,
    canGive: row.can_give,
  }));
}

/** All that a role of a school may allow. */
export async function listSchoolPermissions(db: Db): Promise<SchoolPermission[]> {
  return unwrap(await db.rpc('school_permissions')).map((row) => ({
    name: row.name,
    sentence: row.sentence,
    needsSecondStep: row.needs_second_step,
    canGive: row.can_give,
    isOfModule: Boolean(row.feature),
  }));
}

/** Roles that schools often have, to begin a new one with. */
export async function listRoleSuggestions(db: Db): Promise<(RoleFields & { slug: string })[]> {
  return unwrap(await db.rpc('role_suggestions')).map((row) => ({ ...row, base: parseRole(row.base) }));
}

/** Adds a role, or changes the one with this id; returns its id. */
export async function saveSchoolRole(db: Db, { id, name, base, permissions }: RoleFields & { id?: string | undefined }): Promise<string> {
  return unwrap(await db.rpc('save_school_role', { name, base, permissions: [...permissions], ...(id ? { role_id: id } : {}) }));
}

/** Removes a role that nobody has. */
export async function deleteSchoolRole(db: Db, id: string): Promise<void> {
  const { error, status } = await db.rpc('delete_school_role', { role_id: id });
  if (error) throw toDataError(error, status);
}

/** A page of who has a role, by name. */
export async function listPeopleWithRole(db: Db, roleId: string, { search, page, pageSize }: ListFilter): Promise<ListPage<Membership>> {
  const found = unwrap(
    await db.rpc('people_with_roles', {
      of_role: roleId,
      ...(search.trim() ? { search: search.trim() } : {}),
      skipped: page * pageSize,
      size: pageSize,
    }),
  );
  const rows = found.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name ?? '',
    email: row.email ?? '',
    campusId: row.campus_id ?? null,
    campus: row.campus ?? null,
    startsOn: row.starts_on ?? null,
    endsOn: row.ends_on ?? null,
    isActive: row.is_active,
    canTake: row.can_take,
  }));
  return { rows, total: found[0]?.total ?? 0 };
}

export type GivenRole = { userId: string; roleId: string; startsOn: string; endsOn: string; campusId: string };

/** Gives a person a role, or changes from when until when they have it; empty days are not limited. */
export async function giveRole(db: Db, { userId, roleId, startsOn, endsOn, campusId }: GivenRole): Promise<string> {
  return unwrap(
    await db.rpc('give_role', {
      user_id: userId,
      role_id: roleId,
      ...(startsOn ? { starts_on: startsOn } : {}),
      ...(endsOn ? { ends_on: endsOn } : {}),
      ...(campusId ? { campus_id: campusId } : {}),
    }),
  );
}

/** Takes a role from a person, who keeps their others. */
export async function takeRole(db: Db, membershipId: string): Promise<void> {
  const { error, status } = await db.rpc('take_role', { membership_id: membershipId });
  if (error) throw toDataError(error, status);
}
