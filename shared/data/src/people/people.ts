import * as z from '@masomo/data/zod';
import { parseRole, type Role } from '@masomo/domain/roles';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { listAccountRows } from '../accounts/listAccountRows.ts';
import { searchPatterns, rangeOf, schoolFirst, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

/** An account as the platform sees it. */
export type Account = {
  id: string;
  name: string;
  email: string;
  role: Role;
  schoolId: string | null;
  school: string;
  isActive: boolean;
  hasAuthenticator: boolean;
};
export type StaffMember = {
  id: string;
  updatedAt: string;
  staffNumber: string;
  name: string;
  firstName: string;
  lastName: string;
  employedOn: string;
  hasAccount: boolean;
  jobTitle: string;
  department: string;
  email: string;
  phone: string;
  isActive: boolean;
};
/** Accounts by role and access; empty means all. */
export type AccountFilter = ListFilter & { role: Role | ''; access: 'active' | 'deactivated' | '' };
export type StaffFilter = ListFilter & { isActive: boolean };
export type ClassFilter = ListFilter & { isActive: boolean };
export type SchoolClass = {
  id: string;
  updatedAt: string;
  name: string;
  level: string;
  room: string;
  teacherId: string;
  teacher: string;
  campusId: string;
  campus: string;
  /** Active students; null for those who may not count them. */
  students: number | null;
  isActive: boolean;
};

export const peopleKeys = {
  accounts: (filter: AccountFilter) => ['users', 'list', filter] as const,
  staff: (filter: StaffFilter) => ['staff', 'list', filter] as const,
  classes: (filter: ClassFilter) => ['classes', 'list', filter] as const,
  classNames: () => ['classes', 'names'] as const,
  levels: () => ['classes', 'levels'] as const,
};

const fullName = (row: { first_name: string | null; last_name: string | null } | null) =>
  [row?.first_name, row?.last_name].filter(Boolean).join(' ');

/** Accounts of every school by name or email. */
export async function listAccounts(db: Db, filter: AccountFilter): Promise<ListPage<Account>> {
  const { rows, total } = await listAccountRows(db, filter, {
    ...(filter.role ? { role: filter.role } : {}),
    ...(filter.access ? { isActive: filter.access === 'active' } : {}),
  });
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      name: fullName(row),
      email: row.email ?? '',
      role: parseRole(row.role),
      schoolId: row.school_id,
      school: row.school ?? '',
      isActive: row.is_active,
      hasAuthenticator: row.has_authenticator,
    })),
  };
}

/** Changes the role and school of an account; resolves to its id. */
export async function setAccountRole(
  db: Db,
  { id, role, schoolId }: { id: string; role: Exclude<Role, 'super_admin'>; schoolId: string | null },
): Promise<string> {
  return unwrap(await db.rpc('set_user_role', { user_id: id, role, ...(schoolId ? { school_id: schoolId } : {}) })).id;
}

/** Activates or deactivates an account; resolves to the new state. */
export async function setAccountActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<boolean> {
  const { error, status } = await db.rpc('set_user_active', { user_id: id, is_active: isActive });
  unwrap({ data: true, error, status });
  return isActive;
}

/** Current or former staff. */
export async function listStaff(db: Db, filter: StaffFilter): Promise<ListPage<StaffMember>> {
  let query = db
    .from('staff_members')
    .select('id, updated_at, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on, is_active', {
      count: 'exact',
    })
    .eq('is_active', filter.isActive);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(schoolFirst)
      .order(sortColumn(filter.sort.column, ['last_name', 'staff_number', 'job_title', 'department']), {
        ascending: !filter.sort.descending,
      })
      .order('first_name')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      updatedAt: row.updated_at,
      staffNumber: row.staff_number,
      name: fullName(row),
      firstName: row.first_name,
      lastName: row.last_name,
      employedOn: row.employed_on,
      hasAccount: row.user_id !== null,
      jobTitle: row.job_title,
      department: row.department ?? '',
      email: row.email ?? '',
      phone: row.phone ?? '',
      isActive: row.is_active,
    })),
  };
}

/** Active or archived classes the caller may see. */
export async function listClasses(db: Db, filter: ClassFilter): Promise<ListPage<SchoolClass>> {
  let query = db
    .from('classes')
    .select('id, updated_at, name, level, room, is_active, class_teacher_id, campus_id, users(first_name, last_name), campuses(name)', {
      count: 'exact',
    })
    .eq('is_active', filter.isActive);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(schoolFirst)
      .order(`${sortColumn(filter.sort.column, ['name', 'level'])}_key`, { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  const counted =
    rows.length === 0
      ? []
      : unwrap(
          await db
            .from('student_counts')
            .select('class_id, students')
            .eq('status', 'active')
            .in(
              'class_id',
              rows.map(({ id }) => id),
            ),
        );
  const sizes = new Map(counted.map(({ class_id: id, students }) => [id, students]));
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      updatedAt: row.updated_at,
      students: counted.length > 0 ? (sizes.get(row.id) ?? 0) : null,
      name: row.name,
      level: row.level,
      room: row.room ?? '',
      teacherId: row.class_teacher_id ?? '',
      teacher: fullName(row.users),
      campusId: row.campus_id ?? '',
      campus: row.campuses?.name ?? '',
      isActive: row.is_active,
    })),
  };
}

/** Class names as `listClassNames` returns them, for parsing those that a device stored. */
export const classNamesSchema = z.array(z.object({ id: z.string(), name: z.string() }));

/** The levels of the active classes the caller may see, each with how many classes it has. */
export async function listLevels(db: Db): Promise<{ level: string; classes: number }[]> {
  const rows = unwrap(await db.from('classes').select('level').eq('is_active', true).order(schoolFirst).order('level_key').limit(500));
  const counts = new Map<string, number>();
  for (const { level } of rows) counts.set(level, (counts.get(level) ?? 0) + 1);
  return [...counts].map(([level, classes]) => ({ level, classes }));
}

/** Ids and names of the active classes the caller may see, for a select field. */
export async function listClassNames(db: Db): Promise<z.infer<typeof classNamesSchema>> {
  return unwrap(await db.from('classes').select('id, name').eq('is_active', true).order(schoolFirst).order('name_key').limit(500));
}
